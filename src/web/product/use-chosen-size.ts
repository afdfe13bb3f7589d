import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The chosen size of a product page. It is in the address (`?size=42`), so that it survives the size guide, Back, a reload and sharing. The server's HTML does
 * not contain it, so that the page stays public. A choice made before hydration wins over the address.
 */
export function useChosenSize(form: RefObject<HTMLFormElement | null>) {
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const sizeInUrl = query.get('size')
  const isFirst = useRef(true)

  const choose = (size: string) => {
    setChosen(size)
    const radio = radioOf(form.current, size)
    if (radio) radio.checked = true
    if (size === sizeInUrl) return
    const next = new URLSearchParams(query)
    next.set('size', size)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it answers to
  useEffect(() => {
    const checked = isFirst.current ? checkedSize(form.current) : null
    isFirst.current = false
    const size = checked ?? sizeInUrl
    if (size !== null && size !== chosen && radioOf(form.current, size)) choose(size)
  }, [sizeInUrl])
  return { chosen, choose }
}

/** The size of the checked radio button, also one that was checked before hydration. */
export function checkedSize(form: HTMLFormElement | null): string | null {
  const size = form && new FormData(form).get('size')
  return typeof size === 'string' ? size : null
}

/** The radio button of a size that is in stock. */
function radioOf(form: HTMLFormElement | null, size: string): HTMLInputElement | undefined {
  const radios = form?.querySelectorAll<HTMLInputElement>('input[name=size]') ?? []
  return [...radios].find((radio) => radio.value === size && !radio.disabled && radio.getAttribute('aria-disabled') !== 'true')
}
