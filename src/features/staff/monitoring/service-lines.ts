import type { Context, Services } from '#core/context.ts'
import { spentToday, tokensPerAnswer } from '#features/assistant/reply-with-model.ts'
import type { Monitor } from '#features/staff/monitoring/monitor.ts'
import { countCallbacks, countMessages, countPrompts, countReach } from '#features/staff/monitoring/read-figures.ts'

export async function readPayments(ctx: Context): Promise<Reading> {
  const { monitor, payments, accounts } = ctx.services
  const closed = closedWords(accounts)
  if (closed) return closed
  const counts = await countPrompts(ctx)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { answersIn } = lastCalls(monitor, 'mpesa prompt')
  const speed = answersIn === null ? '' : `${payments.name} answers in ${answersIn}. `
  const outcomes = Object.entries(counts).flatMap(([outcome, count]) => (count > 0 ? [`${count} ${outcome}`] : []))
  const many = Math.max(2, all / 4)
  return {
    said: `${speed}${number(all, 'prompt')} in the last hour${all > 0 ? `: ${outcomes.join(', ')}` : ''}.`,
    rules: [
      [
        monitor.probe.breakers().payments === true,
        'bad',
        'It does not answer, so prompts are held back and tried again by themselves. If it lasts, ask Safaricom.',
      ],
      [counts.refused + counts.unknown > many, 'bad', "Prompts are not taken: check the shop's keys, and ask Safaricom."],
      [
        counts['timed out'] > many,
        'attention',
        'Prompts time out: phones are off, or M-Pesa is slow. Buyers can send the prompt again from their order.',
      ],
    ],
  }
}

/** Where no account can take money. */
function closedWords({ isUnreadable, from, fact }: Services['accounts']): Reading | null {
  if (isUnreadable)
    return {
      said: `The shop takes no payments: ${fact}.`,
      rules: [
        [true, 'bad', 'An owner enters the account again under M-Pesa Account, or your technician sets APP_SECRET_PREVIOUS to the secret of before.'],
      ],
    }
  if (from !== 'none') return null
  return { said: 'The shop takes no payments: it has no account yet.', rules: [[true, 'bad', 'An owner enters it under M-Pesa Account.']] }
}

export async function readCallbacks(ctx: Context): Promise<Reading> {
  const { waiting, oldest } = await countCallbacks(ctx)
  const state = oldest > 5 * minute ? 'bad' : 'attention'
  return {
    said: waiting === 0 ? 'All messages of M-Pesa are processed.' : `${number(waiting, 'waits', 'wait')}, the oldest for ${spell(oldest)}.`,
    rules: [
      [oldest > minute, state, 'They are tried again, and in the end handed to you under Orders. The log says why (“callback tried in vain”).'],
    ],
  }
}

export async function readMessages(ctx: Context): Promise<Reading> {
  const { mails, notices, oldest, failed } = await countMessages(ctx)
  const waiting = mails + notices === 0 ? 'None waits' : `${number(mails + notices, 'waits', 'wait')}, the oldest for ${spell(oldest)}`
  return {
    said: `${waiting}; ${failed} could not be sent in the last day.`,
    rules: [
      [
        oldest > 10 * minute,
        oldest > hour ? 'bad' : 'attention',
        'They are sent later. Check the mail server and the SMS account; the log has their answers.',
      ],
      [failed > 0, 'attention', 'A few are addresses that do not exist. Many: check the mail server and the SMS account.'],
    ],
  }
}

/** Whom a sale reaches: somebody of the shop, and its buyer. */
export async function readReach(ctx: Context): Promise<Reading> {
  const { people, untold } = await countReach(ctx)
  const hasSms = ctx.services.sms !== null
  const shop = people === 0 ? 'no one of the shop' : `${number(people, 'person', 'people')} of the shop`
  const missed = untold === 0 ? '' : ` In the last week ${number(untold, 'message')} had no way to ${untold === 1 ? 'its buyer' : 'their buyers'}.`
  const todo = [
    people === 0 && 'Choose a way for “Paid order” under Notifications.',
    !hasSms && 'Enter an SMS account in Settings: buyers who leave no e-mail get no news of their order.',
  ].filter((each) => each !== false)
  return {
    said: `News of a paid order reaches ${shop}, and its buyer by ${hasSms ? 'SMS or e-mail' : 'e-mail alone'}.${missed}`,
    rules: [[todo.length > 0, 'attention', todo.join(' ')]],
  }
}

export async function readAssistant(ctx: Context): Promise<Reading> {
  const { monitor, assistant } = ctx.services
  const spent = await spentToday(ctx)
  const daily = assistant?.dailyTokens ?? 0
  const { said, failed, isFailing } = readCalls(monitor, 'assistant turn')
  const bySearch = 'The assistant answers by search meanwhile'
  return {
    said: `${said} ${spent.toLocaleString('en-KE')} of ${number(daily, 'token')} of today are used.`,
    rules: [
      [monitor.probe.breakers().assistant === true, 'attention', `${bySearch}, and tries the model again by itself. If it lasts, ask its provider.`],
      [spent + tokensPerAnswer > daily, 'attention', `${bySearch}, until tomorrow. If that is often, raise ASSISTANT_DAILY_TOKENS.`],
      [isFailing || failed > 0.25, 'attention', `${bySearch}. If it stays, check the key of the model and its account; the log has its answers.`],
    ],
  }
}

export async function readStorage({ services: { monitor } }: Context): Promise<Reading> {
  const { said, failed, isFailing } = readCalls(monitor, 'storage put', 'storage find', 'storage read', 'storage remove')
  return {
    said,
    rules: [
      [
        isFailing,
        'bad',
        'Pictures are missing, and none can be saved. See whether the storage is up and its keys are right; the log has its errors.',
      ],
      [failed > 0.1, 'attention', 'Some pictures come late or not at all. If it stays, ask who runs the storage; the log has its errors.'],
    ],
  }
}

/** `failed`: their share of the calls. `isFailing`: the last has failed. */
function readCalls(monitor: Services['monitor'], ...names: string[]) {
  const { calls, answersIn } = lastCalls(monitor, ...names)
  const isWell = ({ outcome }: { outcome: string }) => ['ok', 'answered', 'gone'].includes(outcome)
  const failures = calls.filter((call) => !isWell(call)).length
  const isFailing = calls.length > 0 && !isWell(calls.at(-1) as { outcome: string })
  const failed = `${failures === 0 ? 'none' : failures} failed${isFailing ? ', also the last' : ''}`
  const said = `Answers in ${answersIn}; of the last ${number(calls.length, 'call')} ${failed}.`
  return {
    said: answersIn === null ? 'It was not needed in the last hour.' : said,
    failed: failures / Math.max(1, calls.length),
    isFailing,
  }
}

/** The worst first. */
export const statusStates = ['bad', 'attention', 'good'] as const

/** `said`: a sentence for an owner; `technical`: what only a technician reads. `rules`, the worst first: the first that is true gives the state and what to do; none is good. */
export interface Reading {
  said: string
  technical?: string
  rules?: [isSo: boolean, state: 'bad' | 'attention', todo: string][]
}

export const [minute, hour, day] = [60, 3_600, 86_400]

/** How long, roughly: `less than 0.1 s`, `0.2 s`, `40 s`, `5 minutes`, `3 hours`, `2 days`. */
export function spell(seconds: number): string {
  if (seconds < 0.1) return 'less than 0.1 s'
  if (seconds < 2 * minute) return `${seconds < 10 ? Number(seconds.toPrecision(1)) : Math.round(seconds)} s`
  if (seconds < 2 * hour) return `${Math.round(seconds / minute)} minutes`
  return seconds < 2 * day ? `${Math.round(seconds / hour)} hours` : `${Math.round(seconds / day)} days`
}

export const size = (bytes: number) => (bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`)
export const number = (count: number, one: string, many = `${one}s`) => `${count.toLocaleString('en-KE')} ${count === 1 ? one : many}`

/** The calls of the last hour that the process remembers (at most fifty of a name), the oldest first, and how long the middle one took. */
function lastCalls(monitor: Monitor, ...names: string[]) {
  const calls = names.flatMap((name) => monitor.recentCalls(name)).filter(({ at }) => at > Date.now() - hour * 1000)
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b)
  const middle = times[Math.floor(times.length / 2)]
  return { calls: calls.sort((a, b) => a.at - b.at), answersIn: middle === undefined ? null : spell(middle / 1000) }
}
