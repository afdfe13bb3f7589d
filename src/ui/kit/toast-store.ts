export interface Toast {
  title: string
  text?: string
  /** An error stays until it is closed and is announced at once. */
  tone?: 'good' | 'bad'
  picture?: string | null
  action?: { label: string; onAct: () => void }
  /** Seconds on the screen; 5 unless told otherwise, none for errors (spec §9: 3 for the carousel). */
  seconds?: number
}

export interface ShownToast extends Toast {
  id: number
}

/** Also the width of what people can read at once: a fourth pushes the oldest out. */
const most = 3
const usualSeconds = 5

/** Made apart from the page's own, so that tests have one each. */
export function createToastStore(later: (act: () => void, milliseconds: number) => void = setTimeout) {
  let toasts: ShownToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  function publish(next: ShownToast[]) {
    toasts = next
    for (const listener of listeners) listener()
  }

  function dismiss(id: number) {
    publish(toasts.filter((toast) => toast.id !== id))
  }

  return {
    get: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss,
    show(toast: Toast): number {
      lastId += 1
      const id = lastId
      publish([...toasts, { ...toast, id }].slice(-most))
      if (toast.tone !== 'bad') later(() => dismiss(id), (toast.seconds ?? usualSeconds) * 1000)
      return id
    },
  }
}

const page = createToastStore()
export const toastStore = page
/** Says something at the lower left of the screen. Browser only. */
export const showToast = page.show
export const dismissToast = page.dismiss
