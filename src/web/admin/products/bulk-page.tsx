import { Form, Link, useLocation, useNavigate } from 'react-router'
import { formatShillings } from '#domain/money.ts'
import { isProblem } from '#domain/problem.ts'
import { type BulkKind, bulkLimits, bulkRules, isBulkKind } from '#domain/product-changes.ts'
import { applyBulk, type BulkPreview, countBulk, previewBulk } from '#features/catalogue/bulk-changes.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Button } from '#ui/kit/button.tsx'
import { CheckField, Field, SelectField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Table } from '#ui/kit/table.tsx'
import { AdminForm, PostedOutcome } from '#web/admin/admin-form.tsx'
import { actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { readStockFilter, useStockUrls } from '#web/admin/products/stock-urls.ts'
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

/**
 * Reads the bulk page's query: `pick=1` with an `id` per selected product, otherwise all products of the filter; and the change, whose value is named like its
 * kind; `raise=on` also where a discount makes a product dearer.
 */
function readBulk(query: URLSearchParams) {
  const kind = query.get('kind')
  const known = isBulkKind(kind) ? kind : null
  return {
    target: { filter: readStockFilter(query), ...(query.get('pick') === '1' && { ids: query.getAll('id') }) },
    kind: known,
    value: known ? (query.get(known) ?? '') : '',
    raise: query.get('raise') === 'on',
  }
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

const kinds = Object.entries(bulkRules) as [BulkKind, (typeof bulkRules)[BulkKind]][]

/** Chooses a bulk change: a GET form, so that its preview has an address. CSS shows the field of the chosen kind. */
function BulkForm({ kind, value, raise, error }: { kind: BulkKind | null; value: string; raise: boolean; error: string | null }) {
  const { pathname, search } = useLocation()
  const chosen = kind ?? 'percent'
  const otherParams = [...new URLSearchParams(search)].filter(([name]) => name !== 'kind' && name !== 'raise' && !Object.hasOwn(bulkRules, name))
  return (
    <Form method="get" action={pathname} className="form bulk-form" preventScrollReset>
      {otherParams.map(([name, text]) => (
        <input key={`${name} ${text}`} type="hidden" name={name} value={text} />
      ))}
      <fieldset className="kinds">
        <legend className="field-label">What to change</legend>
        {kinds.map(([name, { label }]) => (
          <label key={name}>
            <input type="radio" name="kind" value={name} defaultChecked={name === chosen} /> {label}
          </label>
        ))}
      </fieldset>
      {kinds.map(([name, rule]) => (
        <div key={name} className={`kind kind-${name}`}>
          <ValueField kind={name} value={name === kind ? value : ''} label={rule.value} hint={rule.hint} error={name === kind ? error : null} />
          {name === 'discount' && (
            <CheckField name="raise" defaultChecked={raise}>
              Also where a product then costs more than now
            </CheckField>
          )}
        </div>
      ))}
      <Button type="submit">Show what changes</Button>
    </Form>
  )
}

function ValueField({ kind, value, ...words }: { kind: BulkKind; value: string; label: string; hint: string; error: string | null }) {
  if (kind !== 'availability') return <Field {...words} name={kind} defaultValue={value} autoComplete="off" maxLength={20} />
  return (
    <SelectField {...words} name={kind} defaultValue={value || 'on'}>
      <option value="on">On the shelf</option>
      <option value="off">Off the shelf</option>
    </SelectField>
  )
}

type Row = BulkPreview['rows'][number]

/** Each product before and after the change. `rest` is the number of rows that are not shown. */
function BulkTable({ rows, rest }: { rows: Row[]; rest: number }) {
  return (
    <>
      <Table
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Product', cell: ({ name }) => name },
          { head: 'Now', cell: (row) => <State state={row.before} row={row} />, right: true, num: true },
          { head: 'Then', cell: (row) => <AfterChange row={row} />, right: true, num: true },
        ]}
      />
      {rest > 0 && <p className="more-rows">and {rest.toLocaleString('en-KE')} more</p>}
    </>
  )
}

function AfterChange({ row }: { row: Row }) {
  if (row.skip) return <small>{row.skip}</small>
  if (!row.after) return <span className="field-error">{row.refusal}</span>
  return (
    <b>
      <State state={row.after} row={row} />
    </b>
  )
}

/** Only the values that change. */
function State({ state, row: { before, after } }: { state: Row['before']; row: Row }) {
  const { is_available, discount_percentage, price, unit_price } = state
  if (after !== null && after.is_available !== before.is_available) return is_available ? 'On the shelf' : 'Off the shelf'
  return (
    <span>
      {formatShillings(unit_price)}
      {discount_percentage > 0 && (
        <small>
          {formatShillings(price)} less {discount_percentage}%
        </small>
      )}
    </span>
  )
}
