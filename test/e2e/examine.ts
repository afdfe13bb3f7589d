import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shoot, sizes } from './browser.ts'
import { smallTargets } from './targets.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  pictured?: 'whole' | 'screen'
  /** Selector of the part in which targets must be 44 px; elsewhere axe requires 24 px. */
  finger?: string
  /** Without axe. */
  roomOnly?: boolean
}

/** Checks a page as it is: accessible by axe, and no horizontal overflow. `named` is also the name of its screenshot. */
export async function examineNow(page: Page, named: string, { pictured = 'whole', finger, roomOnly }: Look = {}) {
  await expectRoom(page, named)
  if (finger) expect(await smallTargets(page, finger), `${named}, too small for a finger`).toEqual([])
  if (!roomOnly) await expectAccessible(page, named)
  await shoot(page, named, pictured)
}

/** By page: what axe has read at both sizes, an address with a dialog on it or without. */
const read = new WeakMap<Page, Set<string>>()

/**
 * The same at both sizes, scrolled to the top; restores the viewport. A journey is therefore made at one size, unless what it does differs. axe reads an address
 * and each dialog at both, and further states of them at the size of the journey: it takes a third of the processor time of such a test.
 */
export async function examine(page: Page, named: string, look: Look = {}) {
  const before = page.viewportSize()
  const isDesk = (before?.width ?? 0) >= 700
  const { pathname, search } = new URL(page.url())
  const address = `${pathname}${search} ${await page.getByRole('dialog').count()}`
  const known = read.get(page) ?? new Set()
  for (const size of ['phone', 'desk'] as const) {
    await page.setViewportSize(sizes[size])
    await page.mouse.move(1, 1)
    // The sticky header must not cover targets, which would make them small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await examineNow(page, `${named}-${size}`, { ...look, roomOnly: known.has(address) && isDesk !== (size === 'desk') })
  }
  read.set(page, known.add(address))
  if (before) await page.setViewportSize(before)
}

/** The whole page, or the `part` of it that a selector finds. */
export async function expectAccessible(page: Page, named: string, { except = [] as string[], part = '' } = {}) {
  await page.waitForFunction(() => !document.querySelector('[data-looking]'))
  // Waits for short transitions, during which colours differ; long ones are endless animations of movement.
  await page.waitForFunction(() =>
    document.getAnimations().every((one) => !(one instanceof CSSTransition) || Number(one.effect?.getTiming().duration) > 1_000),
  )
  // Once per document, and only what is wrong comes back: half of what @axe-core/playwright takes.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const said = await page.evaluate(
    async (parts) => {
      const { axe } = window as unknown as { axe: typeof axeCore }
      const { violations } = await axe.run(parts, { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => [id, target.join(' '), failureSummary]))
    },
    { exclude: except, ...(part && { include: [part] }) },
  )
  expect(said, `${named}, by axe`).toEqual([])
}

export async function expectRoom(page: Page, named: string) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, `${named} is too wide`).toBe(0)
}
