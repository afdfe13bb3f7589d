import { keyOf, type Leaf, type Statement } from './test-statements.ts'

/** Names of the language and of vitest, which no commit renames into each other: `some` is not a new name of `every`. */
const owners = [globalThis, Object, Array, Promise, Math, Number, Array.prototype, String.prototype, Map.prototype, Set.prototype, Date.prototype]
const ofTests = ['it', 'test', 'describe', 'expect', 'not', 'resolves', 'rejects', 'skip', 'only', 'todo', 'fails', 'each']
const builtIn = new Set([...owners.flatMap((owner) => Object.getOwnPropertyNames(owner)), ...ofTests])
const isBuiltIn = (name: string) => builtIn.has(name) || /^to[A-Z]/.test(name)

/**
 * One new name for each old one over the whole commit, and none that stood for something else before, unless the commit declares that it does (`joins`). Values and
 * properties are named apart.
 */
export class Renaming {
  private readonly to = new Map<string, string>()
  private readonly from = new Map<string, string>()
  private readonly old: Set<string>
  private readonly now: Set<string>
  private readonly joins: Set<string>

  constructor(before: Statement[], now: Set<string>, joins: string[]) {
    this.old = new Set(before.flatMap(({ leaves }) => leaves.map(keyOf)))
    this.now = now
    this.joins = new Set(joins)
  }

  /** Where the leaves begin to differ; what they rename is remembered if they do not. */
  difference(before: Leaf[], after: Leaf[], freeTexts: boolean): number | undefined {
    const tried: [string, string][] = []
    const length = Math.max(before.length, after.length)
    for (let at = 0; at < length; at++) {
      const [a, b] = [before[at], after[at]]
      const isText = (leaf: Leaf) => leaf.kind === 'text' || leaf.kind === 'path'
      if (a && b && freeTexts && isText(a) && isText(b)) continue
      if (a && b && a.kind === b.kind && (a.kind === 'syntax' || a.kind === 'text' ? a.value === b.value : this.renames(a, b, tried))) continue
      for (const [old, now] of tried) {
        this.to.delete(old)
        this.from.delete(now)
      }
      return at
    }
    return undefined
  }

  /** Such as `way → option`. */
  list(): string[] {
    return [...this.to].filter(([old, now]) => old !== now).map(([old, now]) => `${old.split(' ')[1]} → ${now.split(' ')[1]}`)
  }

  private renames(a: Leaf, b: Leaf, tried: [string, string][]): boolean {
    const [old, now] = [keyOf(a), keyOf(b)]
    if (this.to.has(old)) return this.to.get(old) === now
    if (a.kind === 'path') {
      // A file that is gone may have become part of another.
      if (old !== now && this.now.has(a.value)) return false
    } else {
      const isTaken = this.from.has(now) || (old !== now && this.old.has(now))
      if ((isTaken && !this.joins.has(b.value)) || (old !== now && isBuiltIn(a.value) && isBuiltIn(b.value))) return false
    }
    this.to.set(old, now)
    this.from.set(now, old)
    tried.push([old, now])
    return true
  }
}
