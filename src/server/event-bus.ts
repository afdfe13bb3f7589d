/** The event bus of one process: the subjects `shelf`, `orders`, `order <id>` and `closing`. Every process listens to PostgreSQL's notifications itself. */
export interface EventBus {
  publish(subject: string): void
  /** Returns the function that unsubscribes. */
  subscribe(subject: string, listener: () => void): () => void
}

export function createEventBus(): EventBus {
  const listeners = new Map<string, Set<() => void>>()
  return {
    publish: (subject) => {
      for (const listener of listeners.get(subject) ?? []) listener()
    },
    subscribe: (subject, listener) => {
      const those = listeners.get(subject) ?? new Set()
      listeners.set(subject, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0) listeners.delete(subject)
      }
    },
  }
}
