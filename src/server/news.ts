/** What the database told: `shelf`, `orders`, or `order <id>`. Hearers are in this process; every process listens for itself. */
export interface News {
  tell(subject: string): void
  /** Answers how to stop hearing. */
  hear(subject: string, heard: () => void): () => void
}

export function createNews(): News {
  const hearers = new Map<string, Set<() => void>>()
  return {
    tell: (subject) => {
      for (const heard of hearers.get(subject) ?? []) heard()
    },
    hear: (subject, heard) => {
      const those = hearers.get(subject) ?? new Set()
      hearers.set(subject, those.add(heard))
      return () => {
        those.delete(heard)
        if (those.size === 0) hearers.delete(subject)
      }
    },
  }
}
