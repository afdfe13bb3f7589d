export interface Toast {
  title: string
  text?: string
  /** An error stays until it is closed, and screen readers announce it immediately. */
  tone?: 'good' | 'bad'
  picture?: string | null
  action?: { label: string; onAct: () => void }
  /** The element that gets the focus if the toast closes while it has the focus and the control that opened it is gone. */
  returnFocusTo?: () => HTMLElement | null
  /** A toast replaces the earlier ones of the same topic, so that an error does not outlive the success that followed it. */
  topic?: string
  /** Seconds on the screen; 5 by default. Errors have no limit (spec §9: 3 for the carousel). */
  seconds?: number
}

export interface ShownToast extends Toast {
  id: number
}

/** Two leave a phone enough room; a third replaces one of them. */
const maxToasts = 2
const defaultSeconds = 5

/** A store of toasts. The page has one; tests create their own. `later` is `setTimeout` or a test's timer. */
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

  /** Removes toasts until there is room for one more: first those that are not errors, because errors stay until they are closed. */
  function makeRoom(before: ShownToast[]): ShownToast[] {
    if (before.length < maxToasts) return before
    const gone = before.find(({ tone }) => tone !== 'bad') ?? before[0]
    return makeRoom(before.filter((toast) => toast !== gone))
  }

  return {
    get: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dismiss,
    /** Closes the toasts of a topic, because it is settled or is being tried again; one with the title `stillTrue` stays. */
    dismissTopic(topic: string, stillTrue?: string) {
      const left = toasts.filter((toast) => toast.topic !== topic || toast.title === stillTrue)
      if (left.length < toasts.length) publish(left)
    },
    show(toast: Toast): number {
      lastId += 1
      const id = lastId
      const others = toast.topic === undefined ? toasts : toasts.filter(({ topic }) => topic !== toast.topic)
      publish([...makeRoom(others), { ...toast, id }])
      if (toast.tone !== 'bad' || toast.seconds) later(() => dismiss(id), (toast.seconds ?? defaultSeconds) * 1000)
      return id
    },
  }
}

const pageStore = createToastStore()
export const toastStore = pageStore
/** Shows a toast at the lower left of the screen and returns its id, for `dismissToast`. Browser only. */
export const showToast = pageStore.show
export const dismissToast = pageStore.dismiss
export const dismissTopic = pageStore.dismissTopic
