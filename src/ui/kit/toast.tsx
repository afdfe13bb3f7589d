import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { type ShownToast, toastStore } from '#ui/kit/toast-store.ts'
import { useSwipe } from '#ui/kit/use-swipe.ts'

const none: ShownToast[] = []

/** Where toasts appear. Both regions stand before anything is said, so that readers hear what comes into them. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  const region = useRef<HTMLDivElement>(null)
  const place = usePlace()
  const newest = toasts.at(-1)?.id

  // A popover lies above an open dialog, and the last one shown lies on top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest toast is what it answers to
  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest, place])
  useLayoutEffect(() => {
    if (region.current && place && toasts.length > 0) standClear(region.current, place.within)
  }, [toasts, place])

  if (!place) return null
  return createPortal(
    <div className="toasts tar" popover="manual" ref={region}>
      <div role="status">{toasts.map((toast) => toast.tone !== 'bad' && <One key={toast.id} {...toast} />)}</div>
      <div role="alert">{toasts.map((toast) => toast.tone === 'bad' && <One key={toast.id} {...toast} />)}</div>
    </div>,
    place.box,
  )
}

function One({ id, title, text, tone, picture, action, home }: ShownToast) {
  const close = () => toastStore.dismiss(id)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) home?.()?.focus({ preventScroll: true })
    }
  }, [home])
  return (
    <div className={tone === 'bad' ? 'toast bad' : 'toast'} ref={box} {...useSwipe(close)}>
      {picture && <Picture src={picture} alt="" sizes="60px" />}
      <div className="toast-b">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <button
            type="button"
            className="act"
            onClick={() => {
              close()
              action.onAct()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <IconButton icon="close" label="Close message" onClick={close} />
    </div>
  )
}

/** A box at the end of the page, or of the dialog that is open: outside of a dialog nothing can be pressed, and nothing is heard. */
function usePlace() {
  const [place, setPlace] = useState<{ box: HTMLElement; within: Element } | null>(null)
  useEffect(() => {
    const box = document.createElement('div')
    const settle = () => {
      const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
      if (box.parentNode === within) return
      within.append(box)
      setPlace({ box, within })
    }
    settle()
    // A dialog opens or closes, or is taken away as it stands, and the box with it.
    const watch = new MutationObserver((changes) => {
      if (!box.isConnected || changes.some(({ type }) => type === 'attributes')) settle()
    })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
    return () => {
      watch.disconnect()
      box.remove()
    }
  }, [])
  return place
}

/**
 * The buttons at the foot of what is open stay free, and the one that pays where an error asks for another press: over a box toasts go to the top of the screen,
 * otherwise above the button.
 */
function standClear(region: HTMLElement, within: Element) {
  region.classList.remove('up')
  region.style.bottom = ''
  const isPage = within === document.body
  const foot = [...within.querySelectorAll(isPage ? '.btn-pay' : '.acts, .side-f')].at(-1)
  if (!foot || (isPage && !region.querySelector('.toast.bad'))) return
  const [own, kept] = [region.getBoundingClientRect(), foot.getBoundingClientRect()]
  if (kept.top > own.bottom || kept.bottom < own.top) return
  if (within.matches('.dlg')) region.classList.add('up')
  else region.style.bottom = `${window.innerHeight - kept.top + 12}px`
}
