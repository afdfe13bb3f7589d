import { type ComponentType, useEffect, useState } from 'react'
import { showToast } from '#ui/kit/toast-store.ts'
import { useLayer } from '#ui/kit/use-layer.ts'
import { atFirstTouch } from '#web/browser/first-touch.ts'

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
