import { Link } from 'react-router'
import { debtActs } from '#domain/affiliate-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { formatDate } from '#domain/nairobi-time.ts'
import { debtOperations } from '#features/affiliates/affiliates.ts'
import { type DebtRow, listDebts } from '#features/affiliates/debts.ts'
import type { AlikeAffiliate } from '#features/affiliates/find-affiliate.ts'
import { Table } from '#ui/kit/table.tsx'
import { ActForm, PostedOutcome, revalidateAfterPost } from '#web/admin/admin-form.tsx'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { SectionViews } from '#web/admin/section-views.tsx'
import { useMay } from '#web/admin/use-panel.ts'
import { AdminList } from '#web/lists/list.tsx'
import { loadPage } from '#web/lists/load-page.ts'
import type { Route } from './+types/debts-page.ts'

/** The debts of deleted accounts; an owner attaches a debt to an affiliate who is alike, or writes it off. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  return { list: await loadPage(args.url.searchParams, (page) => listDebts(ctx, page)) }
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, operationActs('debt', debtActs, debtOperations))
}

export const shouldRevalidate = revalidateAfterPost

export default function DebtsPage({ loaderData: { list } }: Route.ComponentProps) {
  const maySettle = useMay()('settle_debts')
  return (
    <SectionCard>
      <SectionViews of="Affiliates" />
      <PostedOutcome />
      <p className="intro">
        Accounts that were deleted while they owed commissions that had been paid out and taken back. Only hashes of their e-mails and numbers are
        stored. An affiliate who verifies the e-mail that the account had verified takes the debt over. About an affiliate who is only like the
        account, such as by a number it was paid to, an owner decides.
      </p>
      <AdminList list={list} what="debts" empty="No deleted account owes anything">
        {(rows) => (
          <Table
            className="people"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Account deleted', cell: ({ made_at }) => formatDate(made_at) },
              { head: 'Owed', cell: ({ amount }) => <b>{formatShillings(amount)}</b>, right: true, num: true },
              { head: 'Found', cell: (debt) => <DebtOwner {...debt} maySettle={maySettle} /> },
              { head: 'Actions', cell: (debt) => maySettle && <WriteOff {...debt} />, right: true },
            ]}
          />
        )}
      </AdminList>
    </SectionCard>
  )
}

function DebtOwner({ maySettle, ...debt }: DebtRow & { maySettle: boolean }) {
  const { attached_to, attached_at, alike } = debt
  if (attached_to && attached_at)
    return (
      <span>
        <AffiliateLink {...attached_to} /> <small className="person-under">{formatDate(attached_at)}</small>
      </span>
    )
  if (alike.length === 0) return 'Not yet'
  return (
    <>
      {alike.map((affiliate) => (
        <div key={affiliate.id}>
          <AffiliateLink {...affiliate} /> <small className="person-under">has the same {affiliate.known_by}</small>{' '}
          {maySettle && <Attach debt={debt} affiliate={affiliate} />}
        </div>
      ))}
    </>
  )
}

function AffiliateLink({ full_name, affiliate_code }: Pick<AlikeAffiliate, 'full_name' | 'affiliate_code'>) {
  return (
    <Link className="link" to={adminSectionUrl('affiliates', { search: affiliate_code ?? undefined })}>
      {full_name}
    </Link>
  )
}

function Attach({ debt: { id, amount }, affiliate }: { debt: DebtRow; affiliate: AlikeAffiliate }) {
  const hidden = { id, affiliate_id: affiliate.id }
  return <ActForm act={debtActs.attach} intent="attach" hidden={hidden} of={affiliate.full_name} values={{ sum: formatShillings(amount) }} />
}

function WriteOff({ id, amount, made_at }: DebtRow) {
  return <ActForm act={debtActs['write-off']} intent="write-off" hidden={{ id }} of={formatDate(made_at)} values={{ sum: formatShillings(amount) }} />
}
