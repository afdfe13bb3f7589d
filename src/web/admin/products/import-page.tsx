import { useState } from 'react'
import { useActionData, useFetcher, useLocation } from 'react-router'
import { Problem } from '#domain/problem.ts'
import { productColumns } from '#domain/product-csv.ts'
import { checkImport, type ImportReport, importProducts } from '#features/catalogue/import-products.ts'
import { fileLimits, tooLarge } from '#features/catalogue/product-file.ts'
import { Breadcrumb } from '#ui/kit/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Field } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Table } from '#ui/kit/table.tsx'
import type { AdminAnswer } from '#web/admin/admin-toasts.ts'
import { type Act, actAsAdmin, asAdmin } from '#web/admin/panel-requests.ts'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'
import { SectionCard } from '#web/admin/section-card.tsx'
import { refusalResponse } from '#web/forms/refusal.ts'
import type { Route } from './+types/import-page.ts'
import './products.css'

/** Imports products from a CSV file: checks it first, then imports it. */
export function loader(args: Route.LoaderArgs) {
  asAdmin(args)
  return null
}

const acts: Record<string, Act> = {
  check: async (ctx, _, { form }) => {
    const report = await checkImport(ctx, await bytesIn(form), form.get('pairs'))
    return { title: 'File checked', isQuiet: true, facts: { report, pairs: form.get('pairs') } }
  },
  import: async (ctx, { digest = '' }, { form }) => {
    const report = await importProducts(ctx, await bytesIn(form), digest, form.get('pairs'))
    return { title: 'Products imported', text: `${report.created} new, ${report.changed} changed.`, facts: { report } }
  },
}

/** Bytes of a form besides its file. */
const formOverhead = 64 * 1024

export function action(args: Route.ActionArgs) {
  asAdmin(args)
  // Refused by its length before the body is read, with the message for files.
  if (Number(args.request.headers.get('content-length')) > fileLimits.bytes + formOverhead) return refusalResponse(tooLarge())
  return actAsAdmin(args, acts, { maxBytes: fileLimits.bytes + formOverhead })
}

async function bytesIn(form: FormData): Promise<Uint8Array> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) throw new Problem('bad_input', { fields: { file: 'Select a file.' } })
  return new Uint8Array(await file.arrayBuffer())
}

export default function ImportPage() {
  const { list } = useStockUrls()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<AdminAnswer>()
  const posted = useActionData() as AdminAnswer | undefined
  const [isNewFile, setNewFile] = useState(false)
  const busy = fetcher.state === 'idle' ? null : String(fetcher.formData?.get('intent') ?? '')
  const answer = isNewFile || busy === 'check' ? undefined : (fetcher.data ?? posted)
  const refusal = answer && 'refusal' in answer ? answer.refusal : null
  const report = reportOf(answer)
  // Stays while it is filled in, though a change of the form hides the report.
  const asksPairs = reportOf(fetcher.data ?? posted)?.asksPairs || Boolean(refusal?.fields?.pairs)
  const pairs = posted && ('done' in posted ? String(posted.done.facts?.pairs ?? '') : 'typed' in posted ? posted.typed.pairs : '')
  const isDone = answer !== undefined && 'done' in answer && answer.intent === 'import'
  return (
    <SectionCard>
      <Breadcrumb trail={[{ to: list, label: 'Products' }]} here="Import" />
      <h2 className="sheet-title">Import products</h2>
      <fetcher.Form
        method="post"
        action={pathname + search}
        encType="multipart/form-data"
        className="form import"
        onSubmit={() => setNewFile(false)}
        onChange={() => setNewFile(true)}
      >
        <Field
          name="file"
          label="File"
          type="file"
          accept=".csv,text/csv,text/tab-separated-values"
          hint="A CSV file like the template or the export, or the product export of Shopify. Up to 5,000 products and 8 MB."
          error={refusal?.fields?.file}
        />
        {asksPairs && (
          <Field
            name="pairs"
            label="Pairs of each size"
            inputMode="numeric"
            defaultValue={pairs}
            hint="This file does not say how many pairs there are. Sizes that stand on the shelf already keep theirs; each new one gets this many."
            error={refusal?.fields?.pairs}
          />
        )}
        <Button type="submit" name="intent" value="check" look={report ? 'ghost' : 'ink'} busy={busy === 'check'}>
          {busy === 'check' ? 'Checking...' : 'Check the file'}
        </Button>
        {refusal && !refusal.fields && (
          <Notice tone="bad" role="alert">
            <b>{refusal.title}.</b> {refusal.message}
          </Notice>
        )}
        {answer && 'unsure' in answer && (
          <Notice tone="amber" role="alert">
            {answer.unsure === 'lost' ? 'The connection was lost.' : 'The shop is busy.'} Check the file again to see what is done.
          </Notice>
        )}
        {report && <ImportResult report={report} isDone={isDone} busy={busy === 'import'} needsFile={fetcher.data === undefined} />}
      </fetcher.Form>
      {!report && <ImportHelp />}
    </SectionCard>
  )
}

function reportOf(answer: AdminAnswer | undefined): ImportReport | null {
  return answer && 'done' in answer ? (answer.done.facts?.report as ImportReport) : null
}

/** Describes the columns of an import file. */
function ImportHelp() {
  const { below } = useStockUrls()
  return (
    <section className="import-help" aria-labelledby="columns">
      <h2 id="columns">Columns</h2>
      <p>
        Begin with the{' '}
        <a className="link" href={below('template.csv')} download>
          template
        </a>
        , or{' '}
        <a className="link" href={below('export.csv')} download>
          export
        </a>{' '}
        what is there, change it and bring it back. A product is found by its id, otherwise by its name and style code together; what is not found is
        new. Columns may be left out and cells left empty: they change nothing. Pictures are added to each product afterwards.
      </p>
      <dl>
        {Object.entries(productColumns).map(([name, { about }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface ImportResultProps {
  report: ImportReport
  /** Whether it was imported, not only checked. */
  isDone: boolean
  busy: boolean
  /** Without scripts the file must be chosen again. */
  needsFile: boolean
}

/** The result of a check or import: counts, problems by row and column, and the import button. */
function ImportResult({ report, isDone, busy, needsFile }: ImportResultProps) {
  const { list } = useStockUrls()
  const { created, changed, unchanged, badRows, problemCount, problems, notes, format, digest } = report
  const good = created + changed
  return (
    <section className="import-result" aria-labelledby="result">
      <h2 id="result">{isDone ? 'Imported' : 'What this file would do'}</h2>
      <p role="status">
        {format === 'Shopify' && 'Read as a product export of Shopify. '}
        <b>{plural(created, 'new product')}</b>, <b>{plural(changed, 'changed product')}</b>, {plural(unchanged, 'product')} as{' '}
        {unchanged === 1 ? 'it is' : 'they are'} already
        {badRows > 0 && `, ${plural(badRows, 'row')} with problems${isDone ? ' left out' : ''}`}.
      </p>
      {notes.map((note) => (
        <Notice tone="amber" key={note}>
          {note}
        </Notice>
      ))}
      {problems.length > 0 && <Problems problems={problems} rest={problemCount - problems.length} />}
      {report.rowsShown.length > 0 && <Rows rows={report.rowsShown} rest={good - report.rowsShown.length} />}
      {isDone ? (
        <div className="acts">
          <ButtonLink to={list}>Back to the products</ButtonLink>
        </div>
      ) : good > 0 ? (
        <div className="acts">
          <input type="hidden" name="digest" value={digest} />
          <Button type="submit" name="intent" value="import" busy={busy}>
            {busy ? 'Importing...' : `Import ${plural(good, 'product')}`}
            {!busy && badRows > 0 && ` without the ${plural(badRows, 'row')} with problems`}
          </Button>
          {needsFile && <p className="hint">Select the same file again first.</p>}
        </div>
      ) : (
        <p className="empty-note">There is nothing to import.</p>
      )}
    </section>
  )
}

function Problems({ problems, rest }: { problems: ImportReport['problems']; rest: number }) {
  return (
    <details open>
      <summary>Problems</summary>
      <Table
        rows={problems}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
        columns={[
          { head: 'Row', cell: ({ row }) => row, num: true },
          { head: 'Column', cell: ({ column }) => column ?? 'Whole row' },
          { head: 'Problem', cell: ({ message }) => message },
        ]}
      />
      {rest > 0 && <p className="more-rows">and {rest.toLocaleString('en-KE')} more</p>}
    </details>
  )
}

function Rows({ rows, rest }: { rows: ImportReport['rowsShown']; rest: number }) {
  return (
    <details>
      <summary>Products</summary>
      <Table
        rows={rows}
        keyOf={({ row }) => String(row)}
        columns={[
          { head: 'Row', cell: ({ row }) => row, num: true },
          { head: 'Product', cell: ({ name }) => name },
          { head: 'What happens', cell: ({ act, changed }) => (act === 'create' ? 'New' : `Changes ${changed.map(columnWords).join(', ')}`) },
        ]}
      />
      {rest > 0 && <p className="more-rows">and {rest.toLocaleString('en-KE')} more</p>}
    </details>
  )
}

function columnWords(column: string): string {
  return column.replace(/_id$/, '').replaceAll('_', ' ')
}

function plural(count: number, what: string): string {
  return `${count.toLocaleString('en-KE')} ${what}${count === 1 ? '' : 's'}`
}
