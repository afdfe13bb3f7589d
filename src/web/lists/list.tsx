import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { LoadMore } from '#web/lists/load-more.tsx'
import { useRetainedRows } from '#web/lists/retained-rows.ts'
import { useList } from '#web/lists/use-list.ts'

/** A page of a list: its rows, and the cursor of the next page. */
export interface AppendedPage {
  rows: unknown[]
  next: string | null
}

interface AdminListProps<Row> {
  list: { rows: Row[]; next: string | null }
  /** The plural noun of the rows: `orders`. */
  what: string
  /** The text of an empty list (spec §2): `No orders found`. Null where something else is shown. */
  empty: string | null
  /** Rows that an action has removed stay in place until the list is loaded again; `gone` has their ids. */
  retainRemoved?: boolean
  children: (rows: Row[], gone: ReadonlySet<string>) => ReactNode
}

/** A list with "Load more". The cursor is a query parameter beside the filters. */
export function AdminList<Row>({ list, what, empty, retainRemoved, children }: AdminListProps<Row>) {
  const { pathname, search, key } = useLocation()
  return <Rows key={`${pathname}${search} ${key}`} {...{ list, what, empty, retainRemoved, children, pathname, search }} />
}

function Rows<Row>({ list, what, empty, retainRemoved, children, pathname, search }: AdminListProps<Row> & { pathname: string; search: string }) {
  const { pages, next, loading, failed, more } = useList(list, (cursor) => withCursor(pathname, search, cursor))
  const { rows, gone } = useRetainedRows(
    pages.flatMap((page) => page.rows),
    retainRemoved,
  )
  const isLater = new URLSearchParams(search).has('cursor')
  return (
    <>
      {rows.length > 0 ? children(rows, gone) : empty && <p className="none">{empty}</p>}
      {(next || pages.length > 1) && (
        <LoadMore
          href={next && withCursor(pathname, search, next)}
          loading={loading}
          failed={failed}
          onMore={more}
          shown={`${rows.length.toLocaleString('en-KE')} ${what} shown`}
          what={what}
        />
      )}
      {isLater && (
        <p className="more">
          <Link className="lnk" to={withCursor(pathname, search, null)}>
            Back to the beginning of the {what}
          </Link>
        </p>
      )}
    </>
  )
}

function withCursor(pathname: string, search: string, cursor: string | null): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
