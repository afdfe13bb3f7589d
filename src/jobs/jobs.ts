import { randomUUID } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { withLogIds } from '#core/log-ids.ts'
import { rootCause } from '#domain/problem.ts'
import { checkLedgerAtNight } from '#features/affiliates/wallet/check-ledger.ts'
import { checkPayouts } from '#features/affiliates/wallet/check-payouts.ts'
import { removeUnreferencedFiles } from '#features/files/remove-files.ts'
import { forgetMessages, sendMails } from '#features/mail/message-queue.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { expireOrders } from '#features/orders/discard-order.ts'
import { eraseKeys } from '#features/orders/mpesa-account/account-of.ts'
import { sendOwnerMessages } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { findLateOrders } from '#features/orders/order-notices.ts'
import { checkPayments } from '#features/orders/payments/check-payments.ts'
import { findLostPayments } from '#features/orders/payments/find-lost-payments.ts'
import { sendRiderLinks } from '#features/orders/riders/send-rider-links.ts'
import { anonymiseOrders } from '#features/people/anonymise.ts'
import { answerEmailRequests } from '#features/people/email-requests.ts'
import { collectAlerts } from '#features/staff/alerts/collect-alerts.ts'
import { sendAlerts } from '#features/staff/alerts/send-alerts.ts'
import type { JobRecord } from '#features/staff/monitoring/monitor.ts'
import { compactDailyStats, precomputeRankings } from '#features/staff/rankings.ts'
import { backUpAtNight, shipBackups } from '#features/upkeep/back-up.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'

/** The background jobs. Every process runs all of them: each row's own columns say when it is due and whether a process has taken it (docs/decisions/0005). */
export const jobs: { name: string; everySeconds: number; run: (ctx: Context) => Promise<unknown> }[] = [
  { name: 'check payments', everySeconds: 2, run: checkPayments },
  { name: 'expire orders', everySeconds: 2, run: expireOrders },
  { name: 'find late orders', everySeconds: 60, run: findLateOrders },
  { name: 'check payouts', everySeconds: 5, run: checkPayouts },
  { name: 'answer e-mail requests', everySeconds: 1, run: answerEmailRequests },
  { name: 'send notices', everySeconds: 2, run: sendNotices },
  { name: 'collect alerts', everySeconds: 5, run: collectAlerts },
  { name: 'send alerts', everySeconds: 2, run: sendAlerts },
  { name: 'send rider links', everySeconds: 2, run: sendRiderLinks },
  { name: 'send owner messages', everySeconds: 2, run: sendOwnerMessages },
  { name: 'send mails', everySeconds: 2, run: sendMails },
  { name: 'compact daily stats', everySeconds: 60, run: compactDailyStats },
  { name: 'keep rankings', everySeconds: 300, run: (ctx) => precomputeRankings(ctx) },
  { name: 'forget mails', everySeconds: 3600, run: forgetMessages },
  { name: 'anonymise orders', everySeconds: 3600, run: (ctx) => anonymiseOrders(ctx) },
  { name: 'forget old', everySeconds: 3600, run: deleteExpiredRows },
  { name: 'erase keys', everySeconds: 600, run: eraseKeys },
  { name: 'remove files', everySeconds: 600, run: removeUnreferencedFiles },
  { name: 'check ledger', everySeconds: 600, run: checkLedgerAtNight },
  { name: 'find lost payments', everySeconds: 2, run: findLostPayments },
  { name: 'ship backups', everySeconds: 2, run: shipBackups },
  { name: 'back up at night', everySeconds: 60, run: backUpAtNight },
]

/** Starts the jobs. The returned function stops them and waits for those that are running. */
export function startJobs(context: () => Context): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const timers = jobs.map(({ name, everySeconds, run }) => {
    let busy = false
    const failures = failureLog(name)
    const record: JobRecord = { everySeconds, lastSuccess: null, seconds: 0, failures: 0, isFailing: false }
    const runOnce = async () => {
      if (busy) return
      busy = true
      const begun = performance.now()
      const ctx = context()
      ctx.services.monitor.jobs.set(name, record)
      try {
        await run(ctx)
        record.lastSuccess = Date.now()
        record.isFailing = false
        failures.end()
      } catch (error) {
        record.failures++
        record.isFailing = true
        failures.add(ctx, error)
      } finally {
        busy = false
        record.seconds = (performance.now() - begun) / 1000
        ctx.services.announce()
      }
    }
    return setInterval(() => {
      const work = withLogIds({ job: name, run: randomUUID() }, runOnce).finally(() => running.delete(work))
      running.add(work)
    }, everySeconds * 1000)
  })
  return async () => {
    timers.forEach(clearInterval)
    await Promise.all(running)
  }
}

/** Logs the first failure of a job whole, and those that follow for the same reason as one line a minute with their count: while the database is away, jobs fail every second. */
function failureLog(job: string) {
  let last: { reason: string; at: number; times: number } | null = null
  return {
    add({ log }: Context, error: unknown) {
      const cause = error instanceof Error ? rootCause(error) : error
      const reason = `${(cause as { code?: unknown }).code} ${cause}`
      if (last?.reason !== reason) {
        last = { reason, at: Date.now(), times: 1 }
        log.error({ job, error }, 'job failed; it will run again')
        return
      }
      last.times++
      if (Date.now() - last.at < 60_000) return
      last.at = Date.now()
      log.error({ job, failures: last.times }, 'job failed again for the same reason')
    },
    end() {
      last = null
    },
  }
}
