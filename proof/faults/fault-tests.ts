import { writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { recordPromise } from '../../test/promises.ts'
import { expectCleanBooks } from '../../test/scene.ts'
import { buys, type Journey, journeys, textOf } from './journeys.ts'
import { type FaultRow, faultsPage, services, troubles } from './rows.ts'
import { tests } from './troubles.ts'
import { type FaultWorld, openFaultWorld } from './world.ts'

/** The rows of docs/generated/faults.md: those that are quick, or all. */
export function faultTests({ all }: { all: boolean }) {
  // Real processes, and a machine that others use as well.
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

  const typedEntries = <What extends string, Row>(rows: Record<What, Row>) => Object.entries(rows) as [What, Row][]
  const chosen = <What extends string>(rows: Record<What, FaultRow>) => typedEntries(rows).filter(([, { quick }]) => all || quick)

  let world: FaultWorld
  let green = 0
  let journeysGreen = 0
  const began = performance.now()
  beforeAll(async () => {
    world = await openFaultWorld()
  })
  afterAll(async () => {
    await world.close()
    if (!all) return
    const rows = Object.values(services).flatMap(Object.keys).length + Object.keys(troubles).length
    const seconds = Math.round((performance.now() - began) / 1000)
    const figure = `${green} of ${rows} faults as docs/generated/faults.md says, books balanced and equal to M-Pesa's; ${journeysGreen} of 100 orders paid without mail, SMS, model and storage; ${seconds} s`
    recordPromise({ promise: 'With a service down the shop goes on selling', command: 'npm run proof -- faults', figure })
    if (process.env.VIATU_RECORD === '1' && green === rows) writeFileSync('docs/generated/faults.md', faultsPage())
  })

  /** The world is well again, and nothing was lost. */
  afterEach(async () => {
    for (const proxy of Object.values(world.services)) await proxy.pass()
    world.mpesa.answerAutomatically({ pin: true })
    await vi.waitFor(() => textOf(world, '/products'), { timeout: 10_000 })
    await world.mpesa.settled()
    await expectCleanBooks(world)
    await world.sql('delete from rate_limits')
  })

  describe('a service', () => {
    const rows = typedEntries(services).flatMap(([service, faults]) => chosen(faults).map(([fault, row]) => [service, fault, row] as const))
    it.each(rows)('%s: %s', async (service, fault, row) => {
      const journey = await journeys[service](world, fault)
      const log = logOf(world.shop)
      await world.services[service].fail(fault, { lateMs: 400, cutAfter: row.cutAfter ?? 0 })
      await meets(row, journey, log)
      await world.services[service].pass()
      await within(row.healsWithin, journey.heals)
      expect(log().filter((line) => line.includes('request failed'))).toEqual([])
      green++
    })
  })

  describe('the machine', () => {
    it.each(chosen(troubles))('%s', async (trouble, row) => {
      const journey = await tests[trouble](world)
      await meets(row, journey, logOf({ output: journey.output ?? world.shop.output }))
      await within(row.healsWithin, journey.heals)
      green++
    })
  })

  if (all)
    it('sells as always without mail server, SMS gateway, model and storage', async () => {
      for (const service of ['mail server', 'SMS gateway', 'assistant model', 'file storage'] as const) await world.services[service].fail('stopped')
      for (; journeysGreen < 100; journeysGreen++) await buys(world)
    })

  /** What the shop writes into its log from now on. */
  function logOf({ output }: { output: string[] }): () => string[] {
    const from = output.length
    return () => output.slice(from)
  }

  /** The buyer reads the words of the row in time, and the owner finds its line in the log. */
  async function meets(row: FaultRow, journey: Journey, log: () => string[]) {
    const read = await within(row.within, journey.meets)
    if (row.says !== undefined) expect(read).toContain(row.says)
    const { log: line } = row
    if (line === undefined) expect(log()).toEqual([])
    else await vi.waitFor(() => expect(log().join('\n')).toContain(line), { timeout: 30_000, interval: 200 })
  }

  async function within<Result>(seconds: number, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    const result = await work()
    expect((performance.now() - started) / 1000, 'seconds').toBeLessThan(seconds)
    return result
  }
}
