import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Dropdown } from '#web/admin/dropdown.tsx'
import { useRange } from '#web/admin/use-panel.ts'

interface ToolbarProps {
  /** The label and placeholder of the search box; `name` is its query parameter. */
  search?: { label: string; placeholder?: string; value: string | undefined; name?: string }
  /** Filters: fields with a `name`, behind one button. */
  children?: ReactNode
  /** A filter that a link has set, such as one affiliate: always in sight. */
  only?: ReactNode
  /** The number of rows as text. */
  count?: ReactNode
  /** A search or filter is set: a link to the whole list is shown. */
  isNarrowed: boolean
}

/** Search, filters and count of a list, in the bar of its section: a GET form, which works without scripts. */
export function AdminToolbar({ search, children, only, count, isNarrowed }: ToolbarProps) {
  const { pathname, search: query } = useLocation()
  const range = useRange()
  const navigate = useNavigate()
  const { form, remember } = useRestoredFocus(query)
  const { name = 'search', label, placeholder, value } = search ?? {}
  /** Leaves empty fields out of the address. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    remember()
    const fields = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    )
    void navigate({ pathname, search: String(new URLSearchParams(fields)) })
  }
  return (
    // The key resets the fields for a new address.
    <form method="get" action={pathname} className="toolbar" key={query} ref={form} onSubmit={submit}>
      {Object.entries(range).map(([key, text]) => (
        <input key={key} type="hidden" name={key} value={text} />
      ))}
      {search && (
        <div className="toolbar-search">
          <button type="submit" aria-label="Show">
            <Icon name="search" small />
          </button>
          <input
            type="search"
            name={name}
            defaultValue={value}
            placeholder={placeholder ?? label}
            aria-label={label}
            maxLength={80}
            autoComplete="off"
          />
          <span className="key-hint" aria-hidden="true">
            /
          </span>
        </div>
      )}
      {children && (
        <Dropdown current="Filter" className={isNarrowed ? 'filter-menu on' : 'filter-menu'}>
          {children}
          <Button type="submit">Apply filters</Button>
        </Dropdown>
      )}
      {only}
      {isNarrowed && (
        <Link className="link" to={{ pathname, search: String(new URLSearchParams(range)) }} onClick={remember}>
          Show all
        </Link>
      )}
      {count !== undefined && <p role="status">{count}</p>}
    </form>
  )
}

/** The fields are rendered again for each query: this returns the focus to the field that had it, or to the search. */
function useRestoredFocus(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const focusedField = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer to another question is what it waits for
  useEffect(() => {
    if (focusedField.current !== null && document.activeElement === document.body) {
      const fields = [...(form.current?.querySelectorAll<HTMLElement>('[name]:not([type=hidden])') ?? [])]
      // A filter is hidden again by then: its menu has closed.
      const same = fields.find((field) => field.getAttribute('name') === focusedField.current && field.offsetParent !== null)
      ;(same ?? fields[0])?.focus()
    }
    focusedField.current = null
  }, [query])
  const remember = () => {
    focusedField.current = document.activeElement?.getAttribute('name') ?? ''
  }
  return { form, remember }
}

/** The affiliate that a list is filtered by. */
export interface FilterAffiliate {
  id: string
  name: string
}

/** Shows the affiliate in the toolbar, with a hidden field that keeps the filter. */
export function AffiliateFilter({ affiliate }: { affiliate: FilterAffiliate | null }) {
  if (!affiliate) return null
  return (
    <p>
      <input type="hidden" name="affiliate" value={affiliate.id} />
      Of {affiliate.name}
    </p>
  )
}
