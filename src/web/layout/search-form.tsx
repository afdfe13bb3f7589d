import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { Icon } from '#ui/kit/icon.tsx'
import { productsUrl } from '#web/addresses.ts'

interface SearchFormProps {
  className: string
  /** The visitor has just opened the search. */
  autoFocus?: boolean
  /** Called on submit and on Escape. */
  onDone?: () => void
}

/** A plain GET form to /products, with scripts or without. */
export function SearchForm({ className, autoFocus, onDone }: SearchFormProps) {
  const { pathname, search } = useLocation()
  const term = pathname === productsUrl ? (new URLSearchParams(search).get('search') ?? '') : ''
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (autoFocus) input.current?.focus()
  }, [autoFocus])
  return (
    <Form
      className={className}
      role="search"
      action={productsUrl}
      onSubmit={() => onDone?.()}
      onKeyDown={(event) => event.key === 'Escape' && onDone?.()}
    >
      <button type="submit" aria-label="Search shoes">
        <Icon name="search" />
      </button>
      <input
        type="search"
        name="search"
        placeholder="Search shoes"
        aria-label="Search"
        defaultValue={term}
        key={term}
        maxLength={80}
        ref={input}
        enterKeyHint="search"
      />
    </Form>
  )
}
