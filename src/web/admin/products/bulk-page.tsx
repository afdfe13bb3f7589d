import { Link, useNavigate } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { bulkLimits } from '#domain/product-changes.ts'
import { applyBulk, type BulkPreview, countBulk, previewBulk } from '#features/catalogue/apply-bulk.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { actAsAdmin } from '#web/admin/act-as-admin.ts'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { asAdmin } from '#web/admin/as-admin.ts'
import { BulkForm } from '#web/admin/products/bulk-form.tsx'
import { BulkTable } from '#web/admin/products/bulk-table.tsx'
import { readBulk } from '#web/admin/products/read-bulk.ts'
import { useStockUrls } from '#web/admin/products/use-stock-urls.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { type Refusal, refusalResponse } from '#web/forms/refusal.ts'
import type { Route } from './+types/bulk-page.ts'
import './products.css'

/** Previews a bulk change of products before it is applied; the address contains the whole change. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = asAdmin(args)
  const { target, kind, value, raise } = readBulk(args.url.searchParams)
  const answer = { total: 0, kind, value, raise, isPicked: 'ids' in target, preview: null as BulkPreview | null, refusal: null as Refusal | null }
  try {
    answer.total = await countBulk(ctx, target)
    if (kind && answer.total > 0) answer.preview = await previewBulk(ctx, { ...target, kind, value, raise })
  } catch (error) {
    if (!isProblem(error)) throw error
    answer.refusal = Object(refusalResponse(error).data).refusal
  }
  return answer
}

export function action(args: Route.ActionArgs) {
  return actAsAdmin(args, {
    apply: async (ctx, { digest }) => {
      const { target, ...change } = readBulk(args.url.searchParams)
      const { changed } = await applyBulk(ctx, { ...target, ...change, digest })
      return { title: `${changed.toLocaleString('en-KE')} ${changed === 1 ? 'product' : 'products'} changed` }
    },
  })
}

export default function BulkPage({ loaderData }: Route.ComponentProps) {
  const { total, kind, value, raise, isPicked, preview, refusal } = loaderData
  const { list } = useStockUrls()
  const which = total > bulkLimits.changed ? `more than ${plural(bulkLimits.changed)}` : `${isPicked || total === 1 ? '' : 'all '}${plural(total)}`
  return (
    <SectionCard>
      <Breadcrumb trail={[{ to: list, label: 'Products' }]} here={`Change ${which}`} />
      <h2 className="sheet-title">Change {which}</h2>
      <PostedOutcome />
      {total === 0 && !refusal ? (
        <p className="empty-note">
          No product is selected.{' '}
          <Link className="link" to={list}>
            Select some in the list
          </Link>
        </p>
      ) : (
        <BulkForm kind={kind} value={value} raise={raise} error={refusal?.fields?.value ?? null} />
      )}
      {refusal && !refusal.fields?.value && (
        <Notice tone="bad" role="alert">
          <b>{refusal.title}.</b> {refusal.fields ? Object.values(refusal.fields)[0] : refusal.message}
        </Notice>
      )}
      {preview && <Preview preview={preview} />}
    </SectionCard>
  )
}

function Preview({ preview: { total, changed, skipped, refused, rows, digest } }: { preview: BulkPreview }) {
  const { list } = useStockUrls()
  const navigate = useNavigate()
  const unchanged = total - changed - skipped - refused
  return (
    <section className="bulk" aria-labelledby="preview">
      <h2 id="preview">What changes</h2>
      <p role="status">
        <b>{plural(changed)}</b> will change{unchanged > 0 && `, ${plural(unchanged)} ${unchanged === 1 ? 'has' : 'have'} it already`}
        {skipped > 0 && `, ${plural(skipped)} would cost more and ${skipped === 1 ? 'stays' : 'stay'} as now`}
        {refused > 0 && `, ${plural(refused)} cannot`}.
      </p>
      {refused > 0 && (
        <Notice tone="bad">
          All change or none. Leave out {refused === 1 ? 'the one that cannot' : 'those that cannot'}, or write another value.
        </Notice>
      )}
      {rows.length > 0 && <BulkTable rows={rows} rest={changed + skipped + refused - rows.length} />}
      {changed > 0 && refused === 0 && (
        <AdminForm
          intent="apply"
          hidden={{ digest }}
          submit={`Change ${plural(changed)}`}
          busy="Changing..."
          onDone={() => void navigate(list)}
          beside={
            <Link className="link" to={list}>
              Cancel
            </Link>
          }
        />
      )}
    </section>
  )
}

function plural(count: number): string {
  return `${count.toLocaleString('en-KE')} ${count === 1 ? 'product' : 'products'}`
}
