import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { LoadMore, useLoadMore } from '#web/lists/load-more.tsx'

interface AdminListProps<Row> {
  list: { rows: Row[]; next: string | null }
  /** The plural noun of the rows: `orders`. */
  what: string
  /** The text of an empty list (spec §2): `No orders found`. Null where something else is shown. */
  empty: string | null
  /** Rows that an action has removed stay in place until the list is loaded again; `gone` has their ids. */
  retainRemoved?: boolean
  /** The list's own address, where a row opens beside it at an address below: then the list stays as it is. */
  path?: string
  children: (rows: Row[], gone: ReadonlySet<string>) => ReactNode
}

/** A list with "Load more". The cursor is a query parameter beside the filters. */
export function AdminList<Row>({ path, ...list }: AdminListProps<Row>) {
  const { pathname, search, key } = useListVisit(path)
  return <Rows key={`${pathname}${search} ${key}`} {...list} pathname={pathname} search={search} />
}

/** The list's address, and a key of this visit of it. Opening or closing a row beside the list is no new visit: its pages and selected rows stay. */
function useListVisit(path: string | undefined) {
  const { pathname, search, key } = useLocation()
  const [visit, setVisit] = useState({ pathname, search, at: key, key })
  if (visit.at !== key) {
    const isSame = path !== undefined && search === visit.search && pathname !== visit.pathname
    setVisit({ pathname, search, at: key, key: isSame ? visit.key : key })
  }
  return { pathname: path ?? pathname, search, key: visit.key }
}

function Rows<Row>({
  list,
  what,
  empty,
  retainRemoved,
  children,
  pathname,
  search,
}: Omit<AdminListProps<Row>, 'path'> & { pathname: string; search: string }) {
  const loaded = useLoadMore(list, (cursor) => withCursor(pathname, search, cursor))
  const { rows, gone } = useRetainedRows(
    loaded.pages.flatMap((page) => page.rows),
    retainRemoved,
  )
  const isLater = new URLSearchParams(search).has('cursor')
  return (
    <>
      {rows.length > 0 ? children(rows, gone) : empty && <p className="empty-note">{empty}</p>}
      <LoadMore
        list={loaded}
        shown={`${rows.length.toLocaleString('en-KE')} ${what} shown`}
        what={what}
        back={isLater && { to: withCursor(pathname, search, null), label: `Back to the beginning of the ${what}` }}
      />
    </>
  )
}

function withCursor(pathname: string, search: string, cursor: string | null): string {
  const query = new URLSearchParams(search)
  query.delete('cursor')
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

interface WithId {
  id: string
}

/**
 * Rows that an action has removed from a list keep their place until the list is loaded again: no other row slides under a slow second click. `gone`
 * has the ids of those that are only retained.
 */
function useRetainedRows<Row>(rows: Row[], retain = false): { rows: Row[]; gone: ReadonlySet<string> } {
  const [before, setBefore] = useState(rows)
  const shown = retain ? retainedRows(before, rows) : rows
  if (retain && (shown.length !== before.length || shown.some((row, place) => row !== before[place]))) setBefore(shown)
  if (shown.length === rows.length) return { rows: shown, gone: none }
  const presentIds = new Set(rows.map(idOf))
  return { rows: shown, gone: new Set(shown.map(idOf).filter((id) => !presentIds.has(id))) }
}

const none: ReadonlySet<string> = new Set()

/** The current rows in their order, with each removed row after the row that it followed before. */
export function retainedRows<Row>(before: Row[], now: Row[]): Row[] {
  const presentIds = new Set(now.map(idOf))
  const shown = [...now]
  before.forEach((row, place) => {
    if (presentIds.has(idOf(row))) return
    const previousIndex = place === 0 ? -1 : shown.findIndex((each) => idOf(each) === idOf(before[place - 1] as Row))
    shown.splice(previousIndex + 1, 0, row)
  })
  return shown
}

const idOf = (row: unknown) => (row as WithId).id
