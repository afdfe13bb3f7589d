import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Alert, type AlertWay, alertMaxAgeHours } from '#domain/alert.ts'
import { fromShillings } from '#domain/money.ts'
import { may, type StaffRole } from '#domain/roles.ts'
import { mayHear } from '#features/staff/alerts/hears.ts'
import type { PushTarget } from '#services/push/push.ts'

/** A message that this process has taken, with what it tells, and where to at this moment. */
export interface DueAlerts {
  id: string
  /** The way, for the log. */
  kind: string
  user_id: string
  way: AlertWay
  tries: number
  full_name: string
  phone: string | null
  email: string | null
  device: (PushTarget & { id: string }) | null
  role: StaffRole | null
  is_late: boolean
  /** The oldest first: what the role may hear of by now, without sums where it sees no money. */
  alerts: Alert[]
}

type Stored = Omit<DueAlerts, 'alerts'> & { alerts: (Omit<Alert, 'amount'> & { amount: number | null })[] | null }

export async function readDueAlerts({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, ids: string[]): Promise<DueAlerts[]> {
  const { rows } = await db.execute<Stored & Record<string, unknown>>(sql`
    select m.id, m.way as kind, m.user_id, m.way, m.tries, p.full_name, p.phone, u.email, p.role,
      m.created_at < ${now} - make_interval(hours => ${alertMaxAgeHours}) as is_late,
      (select json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth) from push_devices d where d.id = m.device_id) as device,
      (select json_agg(json_build_object('kind', a.kind, 'label', a.label, 'amount', a.amount, 'order_id', a.order_id) order by a.at, a.id)
        from alert_parts q join alerts a on a.id = q.alert_id where q.message_id = m.id and ${mayHear({ services }, sql`a.kind`)}) as alerts
    from alert_messages m join profiles p on p.id = m.user_id left join auth.users u on u.id = m.user_id
    where m.id = any(${sql.param(ids)}::bigint[])`)
  return rows.map((row) => ({
    ...row,
    alerts: (row.alerts ?? []).map((alert) => ({
      ...alert,
      amount: alert.amount === null || !may(row, 'see_orders') ? null : fromShillings(alert.amount),
    })),
  }))
}
