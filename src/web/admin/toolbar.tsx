import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useRange } from '#web/admin/use-range.ts'

interface ToolbarProps {
  /** What the box is called and what may be typed into it; `name` is its parameter. */
  search?: { label: string; placeholder?: string; value: string | undefined; name?: string }
  /** Filters: fields with a `name`, side by side. */
  children?: ReactNode
  /** How much there is, in words. */
  count?: ReactNode
  /** Something is searched or filtered: then a link leads back to the whole list. */
  isNarrowed: boolean
}

/** Search, filters and count of a list. A GET form: what is asked stands in the address, and needs no scripts. */
export function AdminToolbar({ search, children, count, isNarrowed }: ToolbarProps) {
  const { pathname, search: query } = useLocation()
  const range = useRange()
  const navigate = useNavigate()
  const { form, remember } = useKeptFocus(query)
  const { name = 'search', label, placeholder, value } = search ?? {}
  /** What was left empty has no place in the address. */
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    remember()
    const asked = [...new FormData(event.currentTarget)].filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    void navigate({ pathname, search: String(new URLSearchParams(asked)) })
  }
  return (
    // A new address fills its fields anew.
    <form method="get" action={pathname} className="bar" key={query} ref={form} onSubmit={go}>
      {Object.entries(range).map(([key, text]) => (
        <input key={key} type="hidden" name={key} value={text} />
      ))}
      {search && (
        <label className="find">
          <Icon name="search" />
          <span className="sr">{label}</span>
          <input type="search" name={name} defaultValue={value} placeholder={placeholder ?? label} maxLength={80} autoComplete="off" />
        </label>
      )}
      {children}
      <Button type="submit" look="ghost">
        Show
      </Button>
      {isNarrowed && (
        <Link className="lnk" to={{ pathname, search: String(new URLSearchParams(range)) }} onClick={remember}>
          Show all
        </Link>
      )}
      {count !== undefined && <p role="status">{count}</p>}
    </form>
  )
}

/** The fields are new with each answer: who has asked goes on in the field where they did, or in the search. */
function useKeptFocus(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const asked = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer to another question is what it waits for
  useEffect(() => {
    if (asked.current !== null && document.activeElement === document.body) {
      const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]:not([type=hidden])') ?? [])]
      const same = fields.find((field) => field.getAttribute('name') === asked.current)
      ;(same ?? fields[0])?.focus()
    }
    asked.current = null
  }, [query])
  const remember = () => {
    asked.current = document.activeElement?.getAttribute('name') ?? ''
  }
  return { form, remember }
}
