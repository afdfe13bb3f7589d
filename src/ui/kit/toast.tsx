import { useEffect, useRef, useSyncExternalStore } from 'react'
import { IconButton } from '#ui/kit/button.tsx'
import { Picture } from '#ui/kit/picture.tsx'
import { type ShownToast, toastStore } from '#ui/kit/toast-store.ts'

const none: ShownToast[] = []

/** Where toasts appear. Both regions stand from the start, so that readers hear what comes into them. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, () => none)
  const region = useRef<HTMLDivElement>(null)
  const newest = toasts.at(-1)?.id

  // A popover lies above an open dialog, and the last one shown lies on top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest toast is what it answers to
  useEffect(() => {
    const element = region.current
    if (!element?.showPopover) return
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])

  return (
    <div className="toasts tar" popover="manual" ref={region}>
      <div role="status">{toasts.filter((toast) => toast.tone !== 'bad').map(showOne)}</div>
      <div role="alert">{toasts.filter((toast) => toast.tone === 'bad').map(showOne)}</div>
    </div>
  )
}

function showOne({ id, title, text, tone, picture, action }: ShownToast) {
  const close = () => toastStore.dismiss(id)
  return (
    <div className={tone === 'bad' ? 'toast bad' : 'toast'} key={id}>
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
