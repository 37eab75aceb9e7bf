// A second measurement of what a server bears, by a client that shares nothing with `tools/load.py` or with the page:
// Node's own HTTP, the sockets of `ws`, its own reading of what has changed. What both find is more than what one says.
//
//     npm run load -- --port 8000 --rate 300              a server that runs already (with SANDTABLE_RATE=0)
//     npm run load -- --port 8000 --closed --server 4711  as many as it takes, and what that costs process 4711
//
// Every match has one player who answers at random for whoever is asked. Answers are due by chance, with gaps as the
// decay of atoms has them; the time of one counts from when it was due until the socket has shown what came of it.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';
import WebSocket from 'ws';

const { values: given } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '8000' },
    scenario: { type: 'string', default: 'agn' },
    matches: { type: 'string', default: '100' },
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
    closed: { type: 'boolean', default: false },
    server: { type: 'string' },
  },
});
const MATCHES = Number(given.matches);
const RATE = Number(given.rate);
const SECONDS = Number(given.seconds);
/** The kernel counts processor time in hundredths of a second. */
const TICK = 0.01;

const measured = { times: [], overdue: 0, refused: 0, hungUp: 0, games: 0 };

/** What a document has become; the server's `wire.py` says how changes are written. */
function changed(document, change) {
  if (Object.hasOwn(change, 'is')) return change.is;
  if (Object.hasOwn(change, 'in')) {
    const next = { ...document };
    for (const key in change.in) next[key] = changed(document[key], change.in[key]);
    return next;
  }
  const next = [...document];
  // From the back, so that what comes before keeps its place.
  for (const [at, gone, entries] of [...change.splice].reverse()) next.splice(at, gone, ...entries);
  return next;
}

/** One player of all seats of one match, with a connection for his answers and a socket for what he sees. */
class Player {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cookie = '';

  ask(method, path, document) {
    const body = document === undefined ? '' : JSON.stringify(document);
    const headers = { 'X-Sandtable': '1', 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    if (this.cookie) headers.Cookie = this.cookie;
    return new Promise((resolve, reject) => {
      const asking = request({ agent: this.agent, host: given.host, port: given.port, method, path, headers }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const [cookie] = response.headers['set-cookie'] ?? [];
          if (cookie) this.cookie = cookie.split(';', 1)[0];
          resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) });
        });
      });
      asking.on('error', reject);
      asking.end(body);
    });
  }

  async begin() {
    const { status, body } = await this.ask('POST', '/api/matches', { scenario: given.scenario, mode: 'hotseat' });
    if (status !== 200) throw new Error(`the server would not begin a match: ${JSON.stringify(body)}`);
    this.match = body.match;
    const summary = await this.ask('GET', `/api/matches/${this.match}`);
    await this.sit(Object.keys(summary.body.seats)[0]);
    await this.handOver();
  }

  /** Look at the match as this seat, from now on. */
  async sit(seat) {
    this.socket?.terminate();
    this.seat = seat;
    this.seen = undefined;
    this.lost = false;
    const socket = new WebSocket(`ws://${given.host}:${given.port}/api/matches/${this.match}/live?seat=${seat}`, {
      headers: { Cookie: this.cookie },
    });
    this.socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString());
      if (frame.change) this.seen = changed(this.seen, frame.change);
      else if (frame.view) this.seen = frame;
      this.woken?.();
    });
    const lost = () => {
      if (this.socket !== socket) return;
      this.lost = true;
      this.woken?.();
    };
    socket.on('error', lost);
    socket.on('close', lost);
    await this.until(0);
  }

  /** Wait until this version or a later one is seen. */
  async until(version) {
    while ((this.seen?.version ?? -1) < version) {
      if (this.lost) throw new Error('the server closed the socket');
      await new Promise((resolve) => (this.woken = resolve));
    }
  }

  async handOver() {
    const { asked } = this.seen.view;
    if (!asked.includes(this.seat)) await this.sit(asked[0]);
  }

  /** Answer once; the time counts from *due*. */
  async answer(due) {
    const { options } = this.seen.view;
    const option = options[Math.floor(Math.random() * options.length)].id;
    const key = randomBytes(8).toString('hex');
    try {
      const document = { seat: this.seat, option, version: this.seen.version, key };
      const { status, body } = await this.ask('POST', `/api/matches/${this.match}/answer`, document);
      if (status === 200) {
        await this.until(body.version);
        measured.times.push(performance.now() - due);
      } else {
        measured.refused += 1;
        await this.sit(this.seat);
      }
      if (this.seen.over) {
        measured.games += 1;
        await this.begin();
      } else {
        await this.handOver();
      }
    } catch {
      measured.hungUp += 1;
      await this.sit(this.seat);
      await this.handOver();
    }
  }

  async play(start) {
    const end = start + SECONDS * 1000;
    if (given.closed) {
      while (performance.now() < end) await this.answer(performance.now());
      return;
    }
    let due = start;
    for (;;) {
      due += (-Math.log(1 - Math.random()) * 1000 * MATCHES) / RATE;
      if (due > end) return;
      if (performance.now() > end) {
        measured.overdue += 1;
        measured.times.push(end - due);
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      await this.answer(due);
    }
  }

  leave() {
    this.socket?.terminate();
    this.agent.destroy();
  }
}

/** Processor seconds of a process and of all that it has started, where the kernel tells (`/proc`). */
function familySeconds(process) {
  const family = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ');
      family.set(Number(name), { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) * TICK });
    } catch {
      // It has just ended.
    }
  }
  const belongs = (id) => id === process || (family.has(id) && belongs(family.get(id).parent));
  return [...family].reduce((sum, [id, { seconds }]) => sum + (belongs(id) ? seconds : 0), 0);
}

const players = Array.from({ length: MATCHES }, () => new Player());
for (const player of players) await player.begin();
const before = given.server && familySeconds(Number(given.server));
const own = process.cpuUsage();
const start = performance.now();
await Promise.all(players.map((player) => player.play(start)));
const took = (performance.now() - start) / 1000;
const mine = process.cpuUsage(own);
const answers = measured.times.length - measured.overdue;
const cost = given.server && ((familySeconds(Number(given.server)) - before) * 1000) / Math.max(1, answers);
for (const player of players) player.leave();

measured.times.sort((one, other) => one - other);
const within = (share) =>
  Number((measured.times[Math.min(measured.times.length - 1, Math.floor(measured.times.length * share))] ?? 0).toFixed(1));
console.log(
  JSON.stringify(
    {
      loop: given.closed ? 'closed' : `open, ${RATE} answers a second are due`,
      answers,
      answers_a_second: Number((answers / took).toFixed(1)),
      never_given: measured.overdue,
      milliseconds: { median: within(0.5), p95: within(0.95), p99: within(0.99), most: within(1) },
      refused: measured.refused,
      hung_up: measured.hungUp,
      games_finished: measured.games,
      client_cpu_seconds: Number(((mine.user + mine.system) / 1e6).toFixed(1)),
      ...(given.server && { server_cpu_milliseconds_an_answer: Number(cost.toFixed(2)) }),
    },
    null,
    2,
  ),
);
