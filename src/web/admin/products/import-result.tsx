import type { ImportReport } from '#features/catalogue/import-products.ts'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { Table } from '#ui/kit/table.tsx'
import { useStockUrls } from '#web/admin/products/stock-urls.ts'

interface ImportResultProps {
  report: ImportReport
  /** Whether it was imported, not only checked. */
  isDone: boolean
  busy: boolean
  /** Without scripts the file must be chosen again. */
  needsFile: boolean
}

/** The result of a check or import: counts, problems by row and column, and the import button. */
export function ImportResult({ report, isDone, busy, needsFile }: ImportResultProps) {
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
