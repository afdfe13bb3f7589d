import { type ComponentType, useEffect, useState } from 'react'
import { showToast } from '#ui/kit/toast-store.ts'
import { atFirstTouch } from '#web/browser/first-touch.ts'

interface OverlayProps {
  open: boolean
  onClose: () => void
}

/**
 * What opens over the page, such as the cart: nothing of it is loaded before it is opened, or with `early` before the visitor first touches the page. If it
 * does not load, a toast offers to reload the page: browsers do not ask again for a script that failed.
 */
export function lazyOverlay<Props extends OverlayProps>(name: string, load: () => Promise<ComponentType<Props>>, { early = false } = {}) {
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
    useEffect(() => (early ? atFirstTouch(() => loadOnce().catch(() => {})) : undefined), [])
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
    return loaded && <loaded.Overlay {...props} />
  }
}
