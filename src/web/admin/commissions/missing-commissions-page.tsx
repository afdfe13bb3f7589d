import { Link } from 'react-router'
import { commissionActs } from '#domain/affiliate-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { commissionOperations } from '#features/affiliates/commission-operations.ts'
import { listUncommissioned } from '#features/affiliates/commissions.ts'
import type { OrderRow } from '#features/orders/order-row.ts'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminOrderUrl, adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage } from '#web/lists/load-page.ts'
import type { Route } from './+types/missing-commissions-page.ts'

/** Referred, paid orders without a pending, approved or paid commission, with a button that creates one (spec §9). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return { list: await loadPage(args.url.searchParams, (page) => listUncommissioned(ctx, page)) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('commission', commissionActs, commissionOperations))
}

export const shouldRevalidate = revalidateAfterPost

export default function MissingPage({ loaderData: { list } }: Route.ComponentProps) {
  return (
    <SectionCard>
      <SectionViews of="Commissions" />
      <PostedOutcome />
      <p className="intro">Paid orders that came by an affiliate’s link, whose commission was rejected or never made.</p>
      <AdminList list={list} what="orders" empty="Every referred order has its commission">
        {(rows) => (
          <ul className="rows">
            {rows.map((order) => (
              <OrderBox key={order.id} {...order} />
            ))}
          </ul>
        )}
      </AdminList>
    </SectionCard>
  )
}

function OrderBox({ id, short_code, created_at, affiliate, customer_name, total_amount, status }: OrderRow) {
  return (
    <li className="record">
      <div className="record-name">
        <Link className="link tabular" to={adminOrderUrl(id)}>
          <span className="visually-hidden">Order </span>
          {short_code}
        </Link>
        <small className="tabular">{formatDate(created_at)}</small>
      </div>
      <div className="record-name">
        <span>
          <b>{affiliate?.full_name || 'Deleted account'}</b>{' '}
          {affiliate && (
            <Link className="link tabular" to={adminSectionUrl('affiliates', { search: affiliate.affiliate_code })}>
              {affiliate.affiliate_code}
            </Link>
          )}
        </span>
        <small>{customer_name}</small>
      </div>
      <div className="record-name">
        <span className="amount tabular">{formatShillings(total_amount)}</span>
        <OrderBadge status={status} />
      </div>
      <div className="acts">
        <ActForm act={commissionActs.create} intent="create" hidden={{ order_id: id }} of={short_code} />
      </div>
    </li>
  )
}
