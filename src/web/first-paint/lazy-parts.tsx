import { type ComponentType, lazy, useEffect, useState } from 'react'
import { useLayer } from '#ui/kit/layers.ts'
import { showToast } from '#ui/kit/toast-store.ts'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

/**
 * What opens over the page, such as the cart: nothing of it is loaded before it is opened, or if it is `modal` before the visitor first touches the page. While
 * a modal one loads, Back takes the opening back. If it does not load, a toast offers to reload the page: browsers do not ask again for a script that failed.
 */
export function lazyOverlay<Props extends OverlayProps>(name: string, load: () => Promise<ComponentType<Props>>, { modal = false } = {}) {
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each overlay, when its module is read
  return function LazyOverlay(props: Props) {
    const { open, onClose } = props
    const [loaded, setLoaded] = useState<{ Overlay: ComponentType<Props> } | null>(null)
    useEffect(() => (modal ? atFirstTouch(() => loadOnce().catch(() => {})) : undefined), [])
    // biome-ignore lint/correctness/useExhaustiveDependencies: the opening is what it answers to
    useEffect(() => {
      if (!open || loaded) return
      loadOnce().then(
        (Overlay) => setLoaded({ Overlay }),
        () => {
          onClose()
          showToast({
            title: `The ${name} did not open`,
            text: 'Check your connection and reload the page, or ask us on WhatsApp.',
            tone: 'bad',
            action: { label: 'Reload', onAct: () => location.reload() },
            topic: name,
          })
        },
      )
    }, [open])
    const isLoading = modal && open && !loaded
    useLayer(isLoading, onClose)
    useEffect(() => (isLoading ? showBusy(document.activeElement) : undefined), [isLoading])
    return loaded && <loaded.Overlay {...props} />
  }
}

/** Shows on the button that opened it, unless it does so itself, that it was heard. Browsers that do not focus a tapped button show nothing. */
function showBusy(opener: Element | null) {
  const button = opener?.closest('button:not([aria-busy])')
  button?.setAttribute('aria-busy', 'true')
  return () => button?.removeAttribute('aria-busy')
}

/** `React.lazy` for an optional part of a page: if it does not load, the page stays as it is, without an error. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => new Promise<never>(() => {}),
    ),
  )
}

/** Calls `act` once, when the visitor first touches, points, types or scrolls. Returns what takes it back. */
function atFirstTouch(act: () => void): () => void {
  const waiting = new AbortController()
  const first = () => {
    waiting.abort()
    act()
  }
  for (const sign of ['pointerdown', 'pointermove', 'keydown', 'scroll']) addEventListener(sign, first, { signal: waiting.signal, passive: true })
  return () => waiting.abort()
}

/** Whether the visitor has touched the page, or it has stood for `seconds`: then what a first look does not need may come. */
export function useTouchedOrRested(seconds: number): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const answer = () => setIs(true)
    const timer = setTimeout(answer, seconds * 1000)
    const leave = atFirstTouch(answer)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [seconds])
  return is
}
