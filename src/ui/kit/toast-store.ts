export interface Toast {
  title: string
  text?: string
  /** An error stays until it is closed and is announced at once. */
  tone?: 'good' | 'bad'
  picture?: string | null
  action?: { label: string; onAct: () => void }
  /** Where the focus goes on that is in it as it goes, where what had it before is gone too. */
  home?: () => HTMLElement | null
  /** What it is about: what is said next of the same takes its place, so that no error outlives the success that came after it. */
  about?: string
  /** Seconds on the screen; 5 unless told otherwise, none for errors (spec §9: 3 for the carousel). */
  seconds?: number
}

export interface ShownToast extends Toast {
  id: number
}

/** As many as leave a phone room to work: a third pushes one out. */
const most = 2
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

  /** Good news goes first, because it has been seen; what is an error has not been closed yet. */
  function withRoom(before: ShownToast[]): ShownToast[] {
    if (before.length < most) return before
    const gone = before.find(({ tone }) => tone !== 'bad') ?? before[0]
    return withRoom(before.filter((toast) => toast !== gone))
  }

  return {
    get: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss,
    /** What was said of it is settled, or being tried again. */
    forget(about: string) {
      if (toasts.some((toast) => toast.about === about)) publish(toasts.filter((toast) => toast.about !== about))
    },
    show(toast: Toast): number {
      lastId += 1
      const id = lastId
      const others = toast.about === undefined ? toasts : toasts.filter(({ about }) => about !== toast.about)
      publish([...withRoom(others), { ...toast, id }])
      if (toast.tone !== 'bad' || toast.seconds) later(() => dismiss(id), (toast.seconds ?? usualSeconds) * 1000)
      return id
    },
  }
}

const page = createToastStore()
export const toastStore = page
/** Says something at the lower left of the screen. Browser only. */
export const showToast = page.show
export const dismissToast = page.dismiss
export const forgetToasts = page.forget
