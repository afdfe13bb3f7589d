import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * The size that is chosen on a product's page, and how another is. The address carries it (`?size=42`), so that it outlives the size guide, Back, a reload and
 * sharing; the page as the server sends it does not contain it, so that it stays public. A press from before the scripts came counts more than the address.
 */
export function useChosenSize(form: RefObject<HTMLFormElement | null>) {
  const [query, setQuery] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const asked = query.get('size')
  const isFirst = useRef(true)

  const choose = (size: string) => {
    setChosen(size)
    const radio = radioOf(form.current, size)
    if (radio) radio.checked = true
    if (size === asked) return
    const next = new URLSearchParams(query)
    next.set('size', size)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it answers to
  useEffect(() => {
    const pressed = isFirst.current ? chosenIn(form.current) : null
    isFirst.current = false
    const size = pressed ?? asked
    if (size !== null && size !== chosen && radioOf(form.current, size)) choose(size)
  }, [asked])
  return { chosen, choose }
}

/** The pressed radio button, whether React knows of it or not. */
export function chosenIn(form: HTMLFormElement | null): string | null {
  const size = form && new FormData(form).get('size')
  return typeof size === 'string' ? size : null
}

/** The radio button of a size that can be had. */
function radioOf(form: HTMLFormElement | null, size: string): HTMLInputElement | undefined {
  const radios = form?.querySelectorAll<HTMLInputElement>('input[name=size]') ?? []
  return [...radios].find((radio) => radio.value === size && !radio.disabled && radio.getAttribute('aria-disabled') !== 'true')
}
