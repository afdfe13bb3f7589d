import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { buttonClass } from '#ui/kit/button.tsx'
import { useEachAnswer } from '#web/forms/use-each-answer.ts'

/** The appended pages by history entry: going back restores them with the scroll position. */
const appendedPages = new Map<string, { next: string | null }[]>()

/** Wraps a list's client loader. With a cursor the request only appends to a list, so a failure returns `{ list: null }` and keeps the list. */
export async function keepListOnError<T extends { list: unknown }>(request: Request, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!new URL(request.url).searchParams.has('cursor')) throw error
    return { list: null } as unknown as T
  }
}

/** The first page of a list and the pages appended to it. `more` loads the next one from `hrefOf(cursor)`, the list's own address. */
export function useLoadMore<Page extends { next: string | null }>(first: Page, hrefOf: (cursor: string) => string) {
  const { key } = useLocation()
  const fetcher = useFetcher<{ list: Page | null }>()
  const [pages, setPages] = useState(() => (appendedPages.get(key) ?? []) as Page[])
  const loaded = fetcher.data?.list as Page | null | undefined

  useEachAnswer(loaded, () => {
    if (loaded) setPages((before) => (before.includes(loaded) ? before : [...before, loaded]))
  })
  useEffect(() => {
    if (pages.length > 0) appendedPages.set(key, pages)
  }, [key, pages])

  const { next } = pages.at(-1) ?? first
  return {
    pages: [first, ...pages],
    next,
    loading: fetcher.state !== 'idle',
    failed: fetcher.state === 'idle' && fetcher.data?.list === null,
    more: () => {
      if (next && fetcher.state === 'idle') void fetcher.load(hrefOf(next))
    },
  }
}

interface LoadMoreProps {
  /** The address of the next page, for browsers without scripts; null at the end. */
  href: string | null
  loading: boolean
  /** The last request failed. */
  failed: boolean
  onMore: () => void
  /** How much of the list is shown, such as "24 of 60 products shown". */
  shown: string
  /** The plural noun of the rows, such as "orders". */
  what: string
}

export function LoadMore({ href, loading, failed, onMore, shown, what }: LoadMoreProps) {
  return (
    <div className="more">
      <p role="status" className={href ? undefined : 'sr'}>
        {shown}
      </p>
      <p role="alert">{failed && `More ${what} did not load. Check your connection, then try again.`}</p>
      {href && (
        <a
          className={buttonClass({ look: 'ghost' })}
          href={href}
          aria-busy={loading || undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return
            event.preventDefault()
            onMore()
          }}
        >
          {loading ? 'Loading...' : failed ? 'Try again' : 'Load more'}
        </a>
      )}
    </div>
  )
}
