import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { type ShownToast, toastStore } from '#ui/kit/toast-store.ts'

const none: ShownToast[] = []

/** Where toasts appear. Both live regions are in the page before the first toast, so that screen readers announce what is added to them. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  const region = useRef<HTMLDivElement>(null)
  const container = useContainer()
  const newest = toasts.at(-1)?.id

  // A popover is above an open dialog, and the popover shown last is on top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest toast is what it answers to
  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest, container])
  useLayoutEffect(() => {
    const element = region.current
    if (!element || !container || toasts.length === 0) return
    const avoid = () => avoidButtons(element, container.within)
    avoid()
    // What the toast is about may stand on the page a moment later, and move the buttons; the focus on it scrolls them.
    const watch = new ResizeObserver(avoid)
    watch.observe(document.body)
    window.addEventListener('scroll', avoid, { passive: true })
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', avoid)
    }
  }, [toasts, container])

  if (!container) return null
  return createPortal(
    <div className="toasts on-dark" popover="manual" ref={region}>
      <div role="status">{toasts.map((toast) => toast.tone !== 'bad' && <ToastBox key={toast.id} {...toast} />)}</div>
      <div role="alert">{toasts.map((toast) => toast.tone === 'bad' && <ToastBox key={toast.id} {...toast} />)}</div>
    </div>,
    container.box,
  )
}

function ToastBox({ id, title, text, tone, picture, action, returnFocusTo }: ShownToast) {
  const close = () => toastStore.dismiss(id)
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (element?.contains(document.activeElement)) returnFocusTo?.()?.focus({ preventScroll: true })
    }
  }, [returnFocusTo])
  return (
    <div className={tone === 'bad' ? 'toast toast-bad' : 'toast'} ref={box} {...useSwipe(close)}>
      {picture && <Picture src={picture} alt="" sizes="60px" />}
      <div className="toast-body">
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <button
            type="button"
            className="toast-action"
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

/** A container at the end of the page, or of the open modal dialog: everything outside of a modal dialog is inert. */
function useContainer() {
  const [container, setContainer] = useState<{ box: HTMLElement; within: Element } | null>(null)
  useEffect(() => {
    const box = document.createElement('div')
    const attach = () => {
      const within = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
      if (box.parentNode === within) return
      within.append(box)
      setContainer({ box, within })
    }
    attach()
    // Runs when a dialog opens or closes, or is removed together with the container.
    const watch = new MutationObserver((changes) => {
      if (!box.isConnected || changes.some(({ type }) => type === 'attributes')) attach()
    })
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] })
    return () => {
      watch.disconnect()
      box.remove()
    }
  }, [])
  return container
}

/**
 * Keeps toasts off the buttons at the bottom of an open dialog or panel, and off the button that pays if an error asks the buyer to press it again: in a dialog
 * the toasts move to the top of the screen, otherwise above the button.
 */
function avoidButtons(region: HTMLElement, within: Element) {
  region.classList.remove('toasts-top')
  region.style.bottom = ''
  const isPage = within === document.body
  const buttons = [...within.querySelectorAll(isPage ? '.button-pay' : '.acts, .dialog-foot')].at(-1)
  if (!buttons || (isPage && !region.querySelector('.toast.toast-bad'))) return
  const [toastBox, buttonBox] = [region.getBoundingClientRect(), buttons.getBoundingClientRect()]
  if (buttonBox.top > toastBox.bottom || buttonBox.bottom < toastBox.top) return
  if (within.matches('.dialog')) region.classList.add('toasts-top')
  else region.style.bottom = `${window.innerHeight - buttonBox.top + 12}px`
}

/** Pixels of movement from which on it counts as a swipe. */
const threshold = 72

/** Pointer handlers that move an element sideways with a finger and call `onDismiss` if it is released beyond the threshold. A mouse is ignored. */
function useSwipe(onDismiss: () => void) {
  const from = useRef<number | null>(null)
  const end = ({ currentTarget, clientX }: PointerEvent<HTMLElement>, isReleased: boolean) => {
    const distance = from.current === null ? 0 : clientX - from.current
    from.current = null
    if (isReleased && Math.abs(distance) > threshold) onDismiss()
    else currentTarget.style.translate = ''
  }
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'mouse') from.current = clientX
    },
    onPointerMove: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      if (from.current !== null) currentTarget.style.translate = `${clientX - from.current}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}
