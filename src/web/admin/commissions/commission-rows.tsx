import { useState } from 'react'
import { Link } from 'react-router'
import { type CommissionAction, commissionActions, commissionBadge, systemReasons } from '#domain/commission.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { Badge } from '#ui/kit/badge.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { BulkCommissionForms, CommissionForms } from '#web/admin/commissions/commission-forms.tsx'
import { adminOrderUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { PickBar, PickBox } from '#web/admin/picks.tsx'
import { RemovedRowMessage } from '#web/admin/removed-row-message.tsx'
import { UnchangedNotice, type UnchangedRow } from '#web/admin/unchanged-notice.tsx'
import { usePicks } from '#web/admin/use-picks.ts'
import '../people.css'

const actions = Object.keys(commissionActions) as CommissionAction[]
const isPending = ({ status }: CommissionRow) => actions.some((action) => commissionActions[action].from === status)

/** The commissions; pending ones can be approved or rejected, singly or several at once. */
export function CommissionRows({ commissions, gone }: { commissions: CommissionRow[]; gone: ReadonlySet<string> }) {
  const canSettle = (commission: CommissionRow) => isPending(commission) && !gone.has(commission.id)
  const picks = usePicks(commissions.filter(canSettle).map(({ id }) => id))
  const [unchanged, setUnchanged] = useState<UnchangedRow[]>([])
  return (
    <>
      <PickBar picks={picks}>
        <BulkCommissionForms commissions={commissions.filter(({ id }) => picks.picked.includes(id))} onUnchanged={setUnchanged} />
      </PickBar>
      <UnchangedNotice stayed={unchanged} codeOf={(id) => commissions.find((each) => each.id === id)?.order.short_code ?? ''} />
      <ul className="rows">
        {commissions.map((commission) => (
          <li className={gone.has(commission.id) ? 'record record-moved' : 'record'} key={commission.id} data-row>
            <div className="record-name">
              <span className="record-head">
                {canSettle(commission) && (
                  <PickBox id={commission.id} name={`the commission of order ${commission.order.short_code}`} picks={picks} />
                )}
                <Link className="link tabular" to={adminOrderUrl(commission.order_id)}>
                  <span className="visually-hidden">Order </span>
                  {commission.order.short_code}
                </Link>
              </span>
              <small className="tabular">{formatDate(commission.created_at)}</small>
            </div>
            <CommissionAffiliate {...commission} />
            <State {...commission} isGone={gone.has(commission.id)} />
            <div className="acts">
              {gone.has(commission.id) && <RemovedRowMessage>Settled. It no longer matches this list.</RemovedRowMessage>}
              {canSettle(commission) && <CommissionForms {...commission} />}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function CommissionAffiliate({ affiliate, affiliate_id, order }: CommissionRow) {
  return (
    <div className="record-name">
      <span>
        <b>{affiliate.full_name || 'Deleted account'}</b>{' '}
        <Link className="link tabular" to={adminSectionUrl('commissions', { affiliate: affiliate_id })}>
          {affiliate.affiliate_code ?? 'all of theirs'}
        </Link>
      </span>
      <small>
        {order.customer_name} bought for <span className="tabular">{formatShillings(order.total_amount)}</span>
      </small>
      <OrderBadge status={order.status} />
    </div>
  )
}

function State({ status, commission_amount, reason, clawed_back, is_own, likeness, isGone }: CommissionRow & { isGone: boolean }) {
  const { label, tone, waiting } = commissionBadge({ status, clawed_back })
  return (
    <div className="record-name">
      <span className="record-head">
        <span className="amount tabular">{formatShillings(commission_amount)}</span>
        {!isGone && (
          <Badge tone={tone} waiting={waiting}>
            {label}
          </Badge>
        )}
      </span>
      {status === 'rejected' && reason && <small>{reason}</small>}
      {clawed_back && <small>{systemReasons.cancelled}</small>}
      {is_own && status !== 'rejected' && <small className="warn">Looks like the affiliate’s own purchase</small>}
      {likeness && status === 'pending' && <small className="warn">{likeness}</small>}
    </div>
  )
}
