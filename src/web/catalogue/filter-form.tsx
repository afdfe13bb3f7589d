import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { type ProductFilter, sortings, titleOf } from '#domain/catalogue.ts'
import { formatCount, maxTotal } from '#domain/limits.ts'
import type { Facets } from '#features/catalogue/list-facets.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useLayer } from '#ui/kit/layers.ts'
import { Link } from '#ui/kit/link.tsx'
import { listUrl, productsUrl } from '#web/addresses.ts'
import { isNarrowed, priceRefusals, readFilter } from '#web/catalogue/list-filter.ts'
import { useMenu } from '#web/shop-facts.ts'
import '#ui/shop/size-buttons.css'

interface FilterFormProps {
  base: string
  filter: ProductFilter
  facets: Facets
  total: number
}

/** The number of products, the sorting and the filters: a GET form, which works without scripts. */
export function FilterForm({ base, filter, facets, total }: FilterFormProps) {
  const navigate = useNavigate()
  const [sent, setSent] = useState(new URLSearchParams(useLocation().search))
  const refusals = priceRefusals(sent)
  const applyFilter = (form: HTMLFormElement) => {
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
    setSent(query)
    const { min, max } = priceRefusals(query)
    if (min || max) return form.querySelector<HTMLInputElement>(`[name=${min ? 'min' : 'max'}]`)?.focus()
    const target = listUrl(base, readFilter(query))
    if (target === listUrl(base, filter)) close(form.querySelector('details'))
    else void navigate(target, { preventScrollReset: true })
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    applyFilter(event.currentTarget)
  }
  const isAllProducts = base === productsUrl
  return (
    <Form className="list-bar" action={base} onSubmit={send}>
      <p className="tabular" role="status">
        {`${formatCount(total, maxTotal)} ${total === 1 ? 'product' : 'products'}`}
      </p>
      <label className="list-sort">
        <span>Sort by</span>
        <select
          className="input"
          name="sort"
          defaultValue={filter.sort ?? 'newest'}
          onChange={(event) => event.currentTarget.form && applyFilter(event.currentTarget.form)}
        >
          {Object.entries(sortings).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <FilterBox narrowed={isNarrowed(filter)} refused={refusals.min !== null || refusals.max !== null}>
        {isAllProducts && (
          <div className="field-pair">
            <Field id="search" type="search" name="search" label="Search" placeholder="Search shoes" defaultValue={filter.search} maxLength={80} />
            <CategoryField chosen={filter.category} />
          </div>
        )}
        {/* Before the sizes, which can be many: on a low screen what comes last has to be scrolled to. */}
        <PriceFields facets={facets} filter={filter} sent={sent} />
        <SizeField sizes={facets.sizes} chosen={filter.size} />
        <div className="filter-foot">
          <Link className="link" to={base} preventScrollReset>
            Clear all
          </Link>
          <Button type="submit">Show products</Button>
        </div>
      </FilterBox>
    </Form>
  )
}

function close(box: HTMLDetailsElement | null) {
  if (!box?.open) return
  box.open = false
  box.querySelector('summary')?.focus()
}

/** A `<details>`, which works without scripts and is open if a filter is invalid; with scripts Escape, Back and a click outside close it. */
function FilterBox({ narrowed, refused, children }: { narrowed: boolean; refused: boolean; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  useLayer(open, () => close(box.current))
  useEffect(() => {
    // It may have been opened before hydration.
    setOpen(box.current?.open ?? false)
    const outside = (event: Event) => {
      if (box.current?.open && !box.current.contains(event.target as Node)) box.current.open = false
    }
    document.addEventListener('click', outside)
    return () => document.removeEventListener('click', outside)
  }, [])
  return (
    <details
      className="filter"
      ref={box}
      open={refused || undefined}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        if (currentTarget.open) scrollIntoView(currentTarget)
      }}
      onKeyDown={(event) => event.key === 'Escape' && close(box.current)}
    >
      <summary className="button button-ghost">
        <Icon name="filter" /> Filter{narrowed && <span className="visually-hidden">, some are set</span>}
      </summary>
      <div className="filter-panel form">{children}</div>
    </details>
  )
}

/** On phones the filter scrolls to the top of the screen; on wide screens it scrolls only if it is cut off. */
function scrollIntoView(box: HTMLDetailsElement) {
  if (window.matchMedia('(min-width: 48rem)').matches) box.querySelector('.filter-panel')?.scrollIntoView({ block: 'nearest' })
  else box.closest('form')?.scrollIntoView({ block: 'start' })
}

function CategoryField({ chosen }: { chosen: string | undefined }) {
  const menu = useMenu()
  return (
    <SelectField label="Category" name="category" defaultValue={chosen ?? ''}>
      <option value="">All categories</option>
      {menu.map(({ slug, label, children }) => (
        <optgroup key={slug} label={label}>
          <option value={slug}>All {label}</option>
          {children.map((child) => (
            <option key={child.slug} value={child.slug}>
              {titleOf(menu, { slug: child.slug, name: child.label })}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

function SizeField({ sizes, chosen }: { sizes: Facets['sizes']; chosen: string | undefined }) {
  const shown = chosen && !sizes.some(({ label }) => label === chosen) ? [{ label: chosen, count: 0 }, ...sizes] : sizes
  return (
    <fieldset className="size-buttons filter-sizes">
      <legend>Size in stock</legend>
      <div>
        <label className="size-button">
          <input type="radio" name="size" value="" defaultChecked={!chosen} />
          <span>Any</span>
        </label>
        {shown.map(({ label, count }) => (
          <label className="size-button" key={label}>
            <input
              type="radio"
              name="size"
              value={label}
              defaultChecked={chosen === label}
              aria-label={`${label}, ${count} ${count === 1 ? 'product' : 'products'}`}
            />
            <span>
              {label} <small>{count}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function PriceFields({ facets, filter, sent }: { facets: Facets; filter: ProductFilter; sent: URLSearchParams }) {
  const { min, max } = priceRefusals(sent)
  const shared = { type: 'text', inputMode: 'numeric', maxLength: 9, autoComplete: 'off' } as const
  return (
    <div className="field-pair">
      <Field
        {...shared}
        label="From, KSh"
        name="min"
        placeholder={String(facets.minPrice)}
        defaultValue={min ? (sent.get('min') ?? '') : filter.minPrice}
        error={min}
      />
      <Field
        {...shared}
        label="Up to, KSh"
        name="max"
        placeholder={String(facets.maxPrice)}
        defaultValue={max ? (sent.get('max') ?? '') : filter.maxPrice}
        error={max}
      />
    </div>
  )
}
