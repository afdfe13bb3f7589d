import type { Fault } from '../../test/fault-proxy.ts'

/** What stands behind the shop, each behind a proxy of its own in the tests. */
export type Service = 'M-Pesa' | 'mail server' | 'SMS gateway' | 'assistant model' | 'file storage' | 'database'
/** What is wrong with the machine, or comes from outside. */
export type Trouble = 'disk of files full' | 'disk of the database full' | 'clock an hour ahead' | 'clock an hour back' | '2,000 idle connections'

/** A row of docs/generated/faults.md: its test reads words and seconds from here, so that the page says what was seen. */
export interface FaultRow {
  /** What the buyer sees, or the admin where it says so. */
  buyer: string
  /** The very words on the screen. */
  says?: string
  /** Seconds after which the buyer has the answer, at most. */
  within: number
  owner: string
  /** What the owner does about it, in plain words. */
  todo: string
  /** Bytes of an answer before a cut; 0 by default. */
  cutAfter?: number
  /** A part of the log's line, at the usual LOG_LEVEL; without it the log has nothing above `info`. */
  log?: string
  heals: string
  /** Seconds after the end of the fault, at most. */
  healsWithin: number
  /** Part of `npm test`; the others take too long. */
  quick?: true
}

const askSafaricom = 'nothing at first; if it lasts an hour, ask Safaricom'
const checking = 'Checking with M-Pesa'
const later = {
  owner: 'nothing: all is done, later',
  todo: 'nothing; if it stays slow, ask who runs that service',
  heals: 'nothing is left to heal',
  healsWithin: 10,
}
const paid = { says: 'Paid. Thank you.', within: 10, healsWithin: 10 }
const askSms = 'see whether the SMS account has money and its key is right, and ask the gateway'
const noMessageYet = { todo: askSms, owner: 'the notice that waits, with the code of the error', log: 'notice not sent; it is tried again' }
const lostMessage = {
  todo: `${askSms}; call the buyers of the notices that the log names, if it matters`,
  owner: 'the notice of which nobody knows whether it was sent',
  log: 'notice perhaps sent; it is not repeated',
  heals: 'with the next notice; one that may have been sent is not sent again',
}
const noLetter = {
  todo: 'ask who runs the mail server; see whether its address and password are right (SMTP_URL)',
  owner: 'the e-mail that waits, with the code of the error',
  log: 'e-mail not sent; it is tried again',
}
const nextTry = 'with the next try: 10 s, 30 s, 1, 5, 15, 30 minutes, 1, 2 hours later, then every four hours for three days'
const paysAsAlways = 'browses and pays as always'
const signsUp = {
  buyer: `${paysAsAlways}; signs up, and the letter that proves the address comes later`,
  within: 5,
  ...noLetter,
  heals: nextTry,
  healsWithin: 10,
}
const fromShelves = {
  todo: 'ask the provider of the model; see whether its key is right and its account has money',
  buyer: `${paysAsAlways}; the assistant answers from the shelves`,
  says: 'Uwanja Low',
  owner: 'what the model failed at; after five failures in a row it is left alone for 30 s',
  heals: 'with the next question',
  healsWithin: 10,
}
const noPictures = {
  todo: 'ask who runs the storage, see whether its keys are right, and upload the picture again',
  buyer: `${paysAsAlways}, without the pictures that the browser does not have; an admin who uploads one is told`,
  says: 'The file storage does not answer. Please try again in a moment.',
  owner: 'the error of the storage',
  log: 'the file storage did not answer',
  heals: 'with the next picture; the upload is repeated by the admin',
  healsWithin: 10,
}
const noOrders = {
  todo: 'start the database again, or ask who runs it; the shop itself needs no restart',
  buyer: 'sees the pages that the shop has in its memory; Place Order, which can be pressed again, says',
  says: 'The shop is busy. Please try again in a few seconds.',
  owner: '`/readyz` answers 503, `/healthz` 200',
  log: 'a database connection was lost',
  heals: 'by itself: the same Place Order makes one order, and it is paid',
  healsWithin: 40,
}

const sameTime = {
  todo: 'switch the automatic time of the machine on (NTP)',
  within: 10,
  owner: 'nothing',
  heals: 'nothing is left to heal: an unpaid order keeps its pairs, only the database’s clock counts',
  healsWithin: 20,
}

export const services: Record<Service, Record<Fault, FaultRow>> = {
  'M-Pesa': {
    stopped: {
      buyer: 'browses as always; the order is not placed, no prompt is sent and nothing is charged',
      says: 'M-Pesa is busy and sent no prompt. Wait a minute, then try again.',
      within: 5,
      owner: 'the prompt that was not sent',
      todo: askSafaricom,
      log: '"outcome":"refused","code":"unreachable"',
      heals: 'with the next Place Order; after five failures in a row M-Pesa is left alone for 30 s',
      healsWithin: 10,
      quick: true,
    },
    slow: { buyer: 'pays as always; the prompt comes later', within: 10, ...later },
    silent: {
      buyer: 'the order is placed, and its page says',
      says: checking,
      within: 20,
      owner: 'the prompt of which nobody knows',
      todo: `${askSafaricom}; decide on the payments that Orders lists under “Problems”`,
      log: '"outcome":"unknown","reason":"time-out"',
      heals: 'the buyer may have another prompt after three minutes, and the order is paid',
      healsWithin: 10,
    },
    cut: {
      buyer: 'the phone rings, and until the PIN is entered the order’s page says',
      says: checking,
      within: 5,
      owner: 'the prompt of which nobody knows',
      todo: `${askSafaricom}; decide on the payments that Orders lists under “Problems”`,
      log: '"outcome":"unknown","reason":"ECONNRESET"',
      heals: 'by itself: M-Pesa’s callback pays the order, while the fault lasts',
      healsWithin: 10,
      quick: true,
    },
    garbage: {
      buyer: 'the phone rings, and until the PIN is entered the order’s page says',
      says: checking,
      within: 5,
      owner: 'the prompt of which nobody knows',
      todo: `${askSafaricom}; decide on the payments that Orders lists under “Problems”`,
      log: '"outcome":"unknown","reason":"HPE_INVALID_CONSTANT"',
      heals: 'by itself: M-Pesa’s callback pays the order, while the fault lasts',
      healsWithin: 10,
      quick: true,
    },
  },
  'mail server': {
    stopped: signsUp,
    slow: { ...signsUp, ...later, log: undefined },
    silent: signsUp,
    cut: signsUp,
    garbage: signsUp,
  },
  'SMS gateway': {
    stopped: { ...paid, buyer: `${paysAsAlways}; the message that says so comes later`, ...noMessageYet, heals: 'with the next try, for a day' },
    slow: { ...paid, buyer: `${paysAsAlways}; the message comes later`, ...later },
    silent: { ...paid, buyer: `${paysAsAlways}; the message is missing, the order’s page is there`, ...lostMessage },
    cut: { ...paid, buyer: `${paysAsAlways}; the message arrives, once`, ...lostMessage },
    garbage: { ...paid, buyer: `${paysAsAlways}; the message arrives, once`, ...lostMessage },
  },
  'assistant model': {
    stopped: { ...fromShelves, within: 5, log: '"outcome":"broken","code":"unreachable"', quick: true },
    slow: { buyer: `${paysAsAlways}; the model answers, later`, within: 10, ...later },
    silent: { ...fromShelves, within: 12, log: '"outcome":"timeout"' },
    cut: { ...fromShelves, within: 5, log: '"outcome":"cut"', cutAfter: 450 },
    garbage: { ...fromShelves, within: 5, log: '"outcome":"broken"' },
  },
  'file storage': {
    stopped: { ...noPictures, within: 10 },
    slow: { buyer: `${paysAsAlways}; pictures and uploads take longer`, within: 15, ...later },
    silent: { ...noPictures, within: 20 },
    cut: { ...noPictures, within: 5 },
    garbage: { ...noPictures, within: 5 },
  },
  database: {
    stopped: { ...noOrders, within: 5, quick: true },
    slow: { buyer: 'browses and pays as always, each step later', within: 20, ...later },
    silent: { ...noOrders, within: 10 },
    cut: { ...noOrders, within: 10 },
    garbage: { ...noOrders, within: 10 },
  },
}

export const troubles: Record<Trouble, FaultRow> = {
  'disk of files full': {
    buyer: `${paysAsAlways}; an admin who uploads a picture is told`,
    says: 'The shop has no room left to save anything. Nothing was saved and nothing was charged. Please try again in a few minutes.',
    within: 10,
    owner: 'why the upload was refused',
    todo: 'make room on the disk of DATA_DIR, then upload the picture again',
    log: 'the disk of the files is full',
    heals: 'with the next upload, as soon as there is room',
    healsWithin: 10,
  },
  'disk of the database full': {
    buyer: 'browses as always; Place Order takes no stock, sends no prompt and says',
    says: 'The shop has no room left to save anything. Nothing was saved and nothing was charged. Please try again in a few minutes.',
    within: 5,
    owner: 'why the order was refused',
    todo: 'make room on the disk of the database at once: until then no order is taken',
    log: 'the disk of the database is full',
    heals: 'with the next Place Order, as soon as there is room',
    healsWithin: 10,
    quick: true,
  },
  'clock an hour ahead': { ...sameTime, buyer: `${paysAsAlways} and stays signed in` },
  'clock an hour back': { ...sameTime, buyer: `${paysAsAlways} and stays signed in; a token of M-Pesa that is over is renewed` },
  '2,000 idle connections': {
    buyer: 'opens a page as always, though one address holds 2,000 connections and sends nothing: the oldest of them make room',
    within: 1,
    owner: '`/healthz` answers 200',
    todo: 'nothing; if it goes on, block the address at the firewall',
    heals: 'by itself: a connection that sends nothing is closed after ten seconds',
    healsWithin: 15,
  },
}

export const name = (what: string, fault?: string) => (fault === undefined ? what : `${what}: ${fault}`)

/** The text of docs/generated/faults.md. */
export function faultsPage(): string {
  const rows = [
    ...Object.entries(services).flatMap(([service, faults]) => Object.entries(faults).map(([fault, row]) => [name(service, fault), row] as const)),
    ...Object.entries(troubles).map(([trouble, row]) => [name(trouble), row] as const),
  ]
  return [
    '# When something is down',
    '',
    'What the buyer and the owner see when a service of the shop fails, and how it heals. `proof/faults/rows.ts` has the rows: each is a test of a started shop behind proxies that spoil what the service says',
    '(`test/fault-proxy.ts`), which takes words and seconds from there, and ends with balanced books that equal M-Pesa’s. `npm test` runs those marked with *, `npm run proof -- faults` all.',
    '',
    'Stopped: nobody listens. Slow: each piece of an answer comes 0.4 s late. Silent: it accepts connections and says nothing. Cut: the connection is reset in the middle of an answer. Garbage: it answers nonsense.',
    'What is asked of a service that cuts or talks garbage reaches it. While mail server, SMS gateway, model or storage fail, an order is placed and paid in each test.',
    'The seconds of healing count from the end of the fault, or from the next try or prompt that is due: the tests do not wait minutes for it. The disk of files is a memory disk of 2 MB that only the shop’s process',
    'sees; that of the database is full by a trigger that raises PostgreSQL’s own error; the clock is that of the shop’s process.',
    '',
    '| what is wrong | the buyer | the owner sees | what to do | it heals |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(([title, { buyer, says, within, owner, log, todo, heals, healsWithin, quick }]) => {
      const sees = `${buyer}${says ? `: “${says}”` : ''} (≤ ${within} s)`
      const shown = `${owner}${log ? `; log: \`${log}\`` : ''}`
      return `| ${title}${quick ? ' *' : ''} | ${sees} | ${shown} | ${todo} | ${heals} (≤ ${healsWithin} s) |`
    }),
    '',
  ].join('\n')
}
