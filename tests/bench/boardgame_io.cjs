// boardgame.io on PostgreSQL, with a game whose move is a layout of one's tiles; and clients that put a load on it or on us.
// `serve URL PORT` begins the server. `load OUR_PORT THEIR_PORT` reads a line of JSON a batch, and tells how many a second.

const http = require("http");
const readline = require("readline");
const { Server } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE, PlayerView } = require("boardgame.io/core");
const { PostgresStore } = require("bgio-postgres");
const { io } = require("socket.io-client");

const CONNECTIONS = 8;
const TILES = "AEDRKST";

const Layouts = {
  name: "layouts",
  setup: () => ({ players: { 0: { hand: TILES }, 1: { hand: TILES } }, boards: {} }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    lay: {
      client: false,
      move: ({ G, playerID }, layout) => {
        const left = [...G.players[playerID].hand];
        for (const tile of layout.join("").replaceAll(".", "")) {
          if (!left.includes(tile)) return INVALID_MOVE;
          left.splice(left.indexOf(tile), 1);
        }
        G.boards[playerID] = layout;
      },
    },
  },
};

async function serve(url, port) {
  const db = new PostgresStore(url, { logging: false });
  await Server({ games: [Layouts], db, origins: ["*"] }).run(Number(port));
}

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function ask(port, { method, path, headers = {}, body = "" }) {
  return new Promise((done, failed) => {
    const length = Buffer.byteLength(body);
    const request = http.request({ host: "127.0.0.1", port, method, path, agent, headers: { ...headers, "Content-Length": length } }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => (answer.statusCode === 200 ? done(Buffer.concat(parts).toString()) : failed(new Error(`${path}: ${answer.statusCode} ${Buffer.concat(parts)}`))));
    });
    request.on("error", failed);
    request.end(body);
  });
}

const post = async (port, path, content) =>
  JSON.parse(await ask(port, { method: "POST", path, headers: { "Content-Type": "application/json" }, body: JSON.stringify(content) }));

/** A client at a table of its own, which gives one move after the other and waits for each to come back. */
class Client {
  async sitDown(port) {
    const { matchID } = await post(port, "/games/layouts/create", { numPlayers: 2 });
    const { playerCredentials } = await post(port, `/games/layouts/${matchID}/join`, { playerID: "0", playerName: "Anna" });
    this.place = [matchID, "0"];
    this.credentials = playerCredentials;
    this.socket = io(`http://127.0.0.1:${port}/layouts`, { transports: ["websocket"] });
    const synced = new Promise((done) => this.socket.once("sync", (_, { state }) => done(state)));
    this.socket.emit("sync", matchID, "0", playerCredentials, 2);
    this.stateID = (await synced)._stateID;
  }

  async lay(layout) {
    const came = new Promise((done) => this.socket.once("update", (_, state) => done(state)));
    const payload = { type: "lay", args: [layout], playerID: "0", credentials: this.credentials };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.stateID, ...this.place);
    const { _stateID, G } = await came;
    if (_stateID !== this.stateID + 1 || G.boards[0].join() !== layout.join()) throw new Error("not laid");
    this.stateID = _stateID;
  }
}

async function load(ours, theirs) {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client());
  for (const client of clients) await client.sitDown(theirs);
  const layouts = [["DARK", "E", "S"], ["DESK", "A", "R"]];
  console.log("ready");
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const { requests, moves } = JSON.parse(line);
    const begun = performance.now();
    const works = clients.map(async (client, n) => {
      if (requests) for (let at = n; at < requests.length; at += CONNECTIONS) await ask(ours, requests[at]);
      else for (let at = n; at < moves; at += CONNECTIONS) await client.lay(layouts[(at >> 3) & 1]);
    });
    await Promise.all(works);
    console.log((1000 * (requests?.length ?? moves)) / (performance.now() - begun));
  }
  process.exit();
}

const [mode, ...given] = process.argv.slice(2);
({ serve, load })[mode](...given);
