import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { buttonClass } from '#ui/kit/button.tsx'
import { useEachAnswer } from '#web/use-each-answer.ts'

/** The pages that were appended to a list, by the place in the history: going back finds them again, with the scroll position. */
const kept = new Map<string, { next: string | null }[]>()

/** A list's address from a cursor on; the browser only ever asks for one to append it. When it does not come, the list must not go with it. */
export async function orNoMore<T extends { list: unknown }>(request: Request, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!new URL(request.url).searchParams.has('cursor')) throw error
    return { list: null } as unknown as T
  }
}

/** A first page and whatever was appended to it. `more` fetches the next one from `hrefOf(cursor)`, a list's own address. */
export function useAppended<Page extends { next: string | null }>(first: Page, hrefOf: (cursor: string) => string) {
  const { key } = useLocation()
  const fetcher = useFetcher<{ list: Page | null }>()
  const [pages, setPages] = useState(() => (kept.get(key) ?? []) as Page[])
  const arrived = fetcher.data?.list as Page | null | undefined

  useEachAnswer(arrived, () => {
    if (arrived) setPages((before) => (before.includes(arrived) ? before : [...before, arrived]))
  })
  useEffect(() => {
    if (pages.length > 0) kept.set(key, pages)
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
  /** Where the next page stands for browsers without scripts; null at the end. */
  href: string | null
  loading: boolean
  /** The last one that was asked for did not come. */
  failed: boolean
  onMore: () => void
  /** How much of the list is on the screen, in words. */
  shown: string
  /** Of what there may be more. */
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
