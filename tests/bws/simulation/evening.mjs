// A scoring program's whole evening of two sections, with nothing but Node and the command `bmconv`.
//
//     node evening.mjs FOLDER [--crash STEP]
//
// The files of the evening are in FOLDER: setup.bws, the event before play; night.bws, which the
// control software (here: bmconv bws simulate) fills; received.jsonl, what `bws poll` delivered;
// done.txt, the steps that are over. After a crash the program is started again with the same
// folder: it goes through the step that was cut off once more, which changes nothing twice.
// --crash STEP ends it abruptly when a step has done its work but is not yet noted in done.txt.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const [folder, , crash] = process.argv.slice(2);
process.chdir(folder);

// ---- bmconv

const lines = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
const stream = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Run bmconv; `codes` are the exit codes that are no surprise. */
function bmconv(words, { input = '', codes = [0] } = {}) {
  const done = spawnSync('bmconv', words, { input, encoding: 'utf-8' });
  if (done.error) throw done.error;
  assert(codes.includes(done.status), `bmconv ${words.join(' ')}: ${done.status}\n${done.stderr}`);
  return done.stdout;
}

/** What night.bws contains: a function that gives the records of a type. */
function contents() {
  const records = lines(bmconv(['from', 'bws', 'night.bws', '-q']));
  return (type) => records.filter((record) => record.type === type);
}

/** Try to make a change; false if the control software must act first. */
function tryToApply(records, ...options) {
  const words = ['bws', 'apply', 'night.bws', '-', '--json', '-q', ...options];
  const answer = JSON.parse(bmconv(words, { input: stream(records), codes: [0, 1, 2, 3, 4] }));
  const refused = answer.filter((item) => item.refused);
  const hopeless = refused.filter((item) => item.remedy !== 'try again');
  assert.deepEqual(hopeless, [], 'refused for good');
  return refused.length === 0;
}

/** Make a change beside the running control software, as soon as it has processed the last one. */
async function applyLive(records, ...options) {
  while (!tryToApply(records, ...options)) {
    assert(isOpen(), 'the control software has ended');
    await pause(100);
  }
}

/** Fetch what is new. It is in received.jsonl exactly once, even if this process is killed. */
function poll() {
  bmconv(['bws', 'poll', 'night.bws', '--state', 'state.json', '-o', 'received.jsonl', '-q']);
}

// ---- the control software

const isOpen = () => existsSync('night.ldb');

/** Start the control software, unless it runs still: it does not end with this program. */
async function startControlSoftware(...options) {
  if (isOpen()) return;
  const resume = existsSync('night.bws') ? ['--resume'] : [];
  const words = ['bws', 'simulate', 'setup.bws', '-o', 'night.bws', '--speed', '0', ...resume, ...options];
  const log = openSync('control.log', 'a');
  const child = spawn('bmconv', words, { detached: true, stdio: ['ignore', log, log] });
  writeFileSync('control.pid', String(child.pid));
  let ended = false;
  child.on('exit', () => { ended = true; });
  while (!ended && !isOpen()) await pause(20);
}

/** Take results as they come, until the control software has closed the file. */
async function pollUntilClosed() {
  while (isOpen()) {
    poll();
    await pause(100);
  }
  poll();
}

// ---- results

/** The result that counts for each board: the last one, unless that is erased. */
function standing(records) {
  const boards = new Map();
  for (const r of records.filter((record) => record.type === 'result')) {
    const { section, table, round, board, pair_ns, pair_ew, declarer, contract, result } = r;
    const place = [section, table, round, board].join(' ');
    boards.delete(place);
    if (!r.erased) boards.set(place, { pair_ns, pair_ew, declarer, contract, result });
  }
  return Object.fromEntries([...boards].sort());
}

const received = () => standing(lines(readFileSync('received.jsonl', 'utf-8')));

// ---- the evening

const LATE_PAIR = 7;
const SUBSTITUTE = { section: 1, table: 1, direction: 'S', round: 3, number: '17', name: 'Bo Ek' };
const CORRECTION = { section: 2, table: 2, round: 1, board: 1, contract: '3 NT', result: '=' };

/** Where the late pair has results: round and board. */
function boardsOfLatePair(results) {
  return Object.entries(results)
    .filter(([place, r]) => place.startsWith('1 ') && [r.pair_ns, r.pair_ew].includes(LATE_PAIR))
    .map(([place]) => place.split(' ').slice(2).join(' '));
}

/** Rounds 3 and 4 of section A in the other order, as setup.bws has them. */
function exchangedRounds() {
  return lines(bmconv(['select', 'setup.bws', '--type', 'round', '-q']))
    .filter((r) => r.type === 'round' && r.section === 1 && r.round >= 3)
    .map((r) => ({ ...r, round: 7 - r.round }));
}

const STEPS = {
  'movement': () => {
    const make = (kind, ...words) => bmconv(['movement', 'make', kind, ...words]);
    writeFileSync('a.jsonl', make('mitchell', '--section', 'A', '--tables', '5', '--rounds', '4',
      '--boards', '8', '--switches', '0', '--missing-pair', String(LATE_PAIR)));
    writeFileSync('b.jsonl', make('howell', '--section', 'B', '--tables', '2', '--boards', '6'));
    const both = bmconv(['join', 'a.jsonl', 'b.jsonl']);
    const event = bmconv(['set', '-', 'session.name=Thursday pairs', 'session.date=2026-11-19',
      'settings.BM2NameSource=2'], { input: both });
    bmconv(['to', 'bws', '-', '--computer', 'CLUBPC', '--settings', 'defaults', '-q',
      '-o', 'setup.bws'], { input: event });
    bmconv(['check', 'setup.bws', '--strict']);
  },

  'rounds 1 and 2': async () => {
    await startControlSoftware('--until-round', '2');
    await pollUntilClosed();
    assert.deepEqual(boardsOfLatePair(received()), [], 'a missing pair plays nothing');
  },

  'pause': async () => {
    // Tables wait for more rounds, so the control software stays open and plays nothing.
    if (!isOpen()) tryToApply([], '--wait');
    await startControlSoftware('--until-round', '2');
    assert(isOpen());
  },

  'late pair': () => applyLive([{ type: 'section', id: 1, missing_pair: 0 }]),

  'movement after round 2': () => applyLive(exchangedRounds()),

  'setting': () => applyLive([{ type: 'settings', section: 2, values: { ShowResults: false } }]),

  'end of the pause': async () => {
    if (isOpen()) await applyLive([], '--last');
    await pollUntilClosed();
  },

  // Names and contracts are text: they are written while the file is closed.

  'substitute': () => assert(tryToApply([{ type: 'seat', ...SUBSTITUTE }])),

  'correction': () => assert(tryToApply([{ type: 'result', ...CORRECTION }])),

  'rounds 3 and 4': async () => {
    await startControlSoftware();
    await pollUntilClosed();
  },
};

/** What the program received is what the file says, and every change is in it. */
function verify() {
  const night = contents();
  const results = received();
  assert.deepEqual(results, standing(night('result')));
  const last = Object.entries(results).filter(([place]) => Number(place.split(' ')[2]) >= 3);
  assert.equal(last.length, 5 * 2 * 2 + 2 * 1 * 2, 'every board of rounds 3 and 4 has a result');
  const late = night('round').filter((r) => r.section === 1 && r.ew_pair === LATE_PAIR);
  const boards = late.flatMap((r) => [r.low_board, r.high_board].map((board) => `${r.round} ${board}`));
  assert.deepEqual(boardsOfLatePair(results).sort(), boards.sort(), 'the late pair plays its boards');
  for (const { table, round, low_board, ns_pair, ew_pair } of exchangedRounds()) {
    const { pair_ns, pair_ew } = results[[1, table, round, low_board].join(' ')];
    assert.deepEqual([pair_ns, pair_ew], [ns_pair, ew_pair]);
  }
  const { section, table, round, board, ...corrected } = CORRECTION;
  const { contract, result } = results[[section, table, round, board].join(' ')];
  assert.deepEqual({ contract, result }, corrected);
  const seat = night('seat').find((s) => s.round === 3 && s.direction === 'S');
  assert.deepEqual([seat.number, seat.name], [SUBSTITUTE.number, SUBSTITUTE.name]);
  assert.deepEqual(night('settings').map((s) => s.values.ShowResults), [true, false]);
  assert.deepEqual(night('table').filter((t) => t.update_from_round), [], 'triggers left over');
  assert.deepEqual(night('result').filter((r) => r.external_update), [], 'corrections left over');
}

for (const [name, step] of Object.entries(STEPS)) {
  const done = existsSync('done.txt') ? readFileSync('done.txt', 'utf-8').split('\n') : [];
  if (done.includes(name)) continue;
  await step();
  if (name === crash) process.kill(process.pid, 'SIGKILL');
  appendFileSync('done.txt', `${name}\n`);
}
verify();
console.log('all results received');
