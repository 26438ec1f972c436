// What bridge-scorer says of boards read as JSON from stdin: N-S scores in, points of N-S out.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';

const scorer = createRequire(join(process.argv[2], '..', 'judge.mjs'))('bridge-scorer');
const boards = JSON.parse(readFileSync(0, 'utf-8'));

const games = (scores) => scores.map((score) => ({ contract: { declaror: 'N' }, score }));
const points = (score, field) => (scores) => {
  const played = games(scores);
  score(played);
  return played.map((game) => game[field].value);
};

const answer = boards.map((scores) => ({
  matchpoints: points(scorer.matchpoints, 'matchpointsNS')(scores),
  american: points(scorer.matchpointsACBL, 'matchpointsNS')(scores),
  butler: points(scorer.butler, 'impsNS')(scores),
  cross: points(scorer.crossImps, 'impsNS')(scores),
  ranks: scorer.rank(scores.map((score, pair) => ({ score, pair })))
    .sort((a, b) => a.pair - b.pair).map((each) => each.rank),
}));
console.log(JSON.stringify(answer));
