import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ProductCard } from '#domain/catalogue.ts'
import { buttonClass } from '#ui/kit/button.tsx'

export interface ProductPage {
  products: ProductCard[]
  next: string | null
  total: number
}

/** The pages that were appended to a list, by the place in the history: going back finds them again, with the scroll position. */
const kept = new Map<string, ProductPage[]>()

/** A first page and whatever was appended to it. `more` fetches the next one from `hrefOf(cursor)`, a list's own address. */
export function useAppended(first: ProductPage, hrefOf: (cursor: string) => string) {
  const { key } = useLocation()
  const fetcher = useFetcher<{ list: ProductPage }>()
  const [pages, setPages] = useState(() => kept.get(key) ?? [])
  const arrived = fetcher.data?.list

  useEffect(() => {
    if (!arrived) return
    setPages((before) => {
      const after = before.includes(arrived) ? before : [...before, arrived]
      kept.set(key, after)
      return after
    })
  }, [arrived, key])

  const { next } = pages.at(-1) ?? first
  return {
    products: [first, ...pages].flatMap((page) => page.products),
    next,
    loading: fetcher.state !== 'idle',
    more: () => {
      if (next && fetcher.state === 'idle') void fetcher.load(hrefOf(next))
    },
  }
}

interface LoadMoreProps {
  /** Where the next page stands for browsers without scripts; null at the end. */
  href: string | null
  loading: boolean
  onMore: () => void
  shown: number
  total: number
}

export function LoadMore({ href, loading, onMore, shown, total }: LoadMoreProps) {
  return (
    <div className="more">
      <p role="status" className={shown < total ? undefined : 'sr'}>
        {shown} of {total} products shown
      </p>
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
          {loading ? 'Loading...' : 'Load more'}
        </a>
      )}
    </div>
  )
}
