import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import { call, createBuyer, orderBecomes, pair, readOrder, stockOf } from '../../test/buyer.ts'
import { recordPromise } from '../../test/promises.ts'
import { buys, type Journey, textOf, uploads } from './journeys.ts'
import type { Trouble } from './rows.ts'
import type { FaultWorld } from './world.ts'

/** A journey in a shop of its own where it has one: what that shop says is in its log. */
type Test = (world: FaultWorld) => Promise<Journey & { output?: string[] }>

export const tests: Record<Trouble, Test> = {
  'disk of files full': async (world) => {
    // A disk of two megabytes that only this process sees. It needs no rights where the system lets users have namespaces, and says so where it does not.
    const room = `mount -t tmpfs -o size=2m tmpfs "$DATA_DIR" && exec "$@"`
    const folder = `${world.home}/full`
    const shop = await world.another({ DATA_DIR: folder, ...withoutS3 }, undefined, [
      'unshare',
      '-Urm',
      'sh',
      '-c',
      `mkdir -p "$DATA_DIR" && ${room}`,
      'sh',
    ])
    const inside = `/proc/${shop.pid}/root${folder}`
    const there = { ...world, shop }
    expect(await uploads(there)).toMatchObject({ status: 201 })
    for (let bytes = 1_000_000; bytes >= 1; bytes = Math.floor(bytes / 2)) fill(`${inside}/filler-${bytes}`, bytes)
    return {
      output: shop.output,
      meets: async () => {
        await buys(there)
        const { status, body } = await uploads(there)
        expect(status).toBe(503)
        expect(readdirSync(`${inside}/incoming`)).toEqual([])
        return body.error.message
      },
      heals: async () => {
        for (const name of readdirSync(inside)) if (name.startsWith('filler')) rmSync(`${inside}/${name}`)
        expect(await uploads(there)).toMatchObject({ status: 201 })
        await shop.stop()
      },
    }
  },

  'disk of the database full': async (world) => {
    const line = pair(2)
    const buyer = createBuyer([line])
    const stock = await stockOf(world, line)
    await textOf(world, '/')
    await world.sql(`create function no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
    await world.sql('create trigger no_room before insert on orders execute function no_room()')
    return {
      meets: async () => {
        await textOf(world, '/')
        const { status, body } = await buyer.placeOrder(world.shop.url)
        expect([status, body.error.code, await stockOf(world, line), world.mpesa.prompts(buyer.phone)]).toEqual([503, 'storage_full', stock, []])
        return body.error.message
      },
      heals: async () => {
        await world.sql('drop function no_room cascade')
        const { status, body } = await buyer.placeOrder(world.shop.url)
        expect(status).toBe(201)
        await orderBecomes(world.shop.url, body, 'waiting_shipment')
      },
    }
  },

  'clock an hour ahead': (world) => jumps(world, 3_600_000),
  'clock an hour back': (world) => jumps(world, -3_600_000),

  '2,000 idle connections': async (world) => {
    const { hostname, port } = new URL(world.shop.url)
    const idle = Array.from({ length: 2_000 }, () =>
      connect(Number(port), hostname)
        .on('error', () => {})
        .resume(),
    )
    onTestFinished(() => {
      for (const socket of idle) socket.destroy()
    })
    const began = performance.now()
    await Promise.all(idle.map((socket) => socket.connecting && once(socket, 'connect')))
    const open = () => idle.filter(({ destroyed }) => !destroyed).length
    let answered = 0
    return {
      meets: async () => {
        const asked = performance.now()
        // On a connection of its own.
        const [answer] = await once(get(`${world.shop.url}/healthz`, { agent: false }), 'response')
        answered = performance.now() - asked
        expect(answer.statusCode).toBe(200)
        expect(open()).toBeGreaterThan(1_900)
        return textOf(world, '/')
      },
      heals: async () => {
        await vi.waitFor(() => expect(open()).toBe(0), { timeout: 15_000, interval: 100 })
        const figure = `2,000 connections that send nothing: /healthz answered in ${Math.round(answered)} ms, and all were closed ${Math.round((performance.now() - began) / 1000)} s after they came`
        recordPromise({ promise: 'Idle connections of one address keep nobody out', command: 'npm run proof -- faults', figure })
      },
    }
  },
}

const withoutS3 = { S3_ENDPOINT: '', S3_REGION: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }

function fill(path: string, bytes: number) {
  try {
    writeFileSync(path, Buffer.alloc(bytes))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

/** The clock of the shop's process jumps while an order waits for its payment and an admin is signed in. */
async function jumps(world: FaultWorld, ms: number): ReturnType<Test> {
  const shop = await world.another({ CLOCK_JUMP_MS: String(ms) }, ['--import', './proof/faults/shifted-clock.mjs', 'src/server/main.ts'])
  const there = { ...world, shop }
  await buys(there)
  world.mpesa.stopAnswering()
  const buyer = createBuyer([pair(3)])
  const { body: order } = await buyer.placeOrder(shop.url)
  const [prompt] = world.mpesa.prompts(buyer.phone)
  process.kill(shop.pid, 'SIGUSR2')
  await vi.waitFor(() => {
    const [, says = ''] = /clock says (\S+)/.exec(shop.output.join('\n')) ?? []
    expect(Math.abs(Date.parse(says) - Date.now() - ms)).toBeLessThan(60_000)
  })
  return {
    output: shop.output,
    meets: async () => {
      // M-Pesa has ended the token that the shop remembers.
      world.mpesa.revokeToken()
      await world.mpesa.answer(prompt!.checkoutRequestId, { pin: '1234' })
      await orderBecomes(shop.url, order, 'waiting_shipment')
      world.mpesa.answerAutomatically({ pin: true })
      await buys(there)
      expect(await call(shop.url, '/api/auth/user', { headers: world.admin })).toMatchObject({ status: 200 })
      return ''
    },
    heals: async () => {
      world.mpesa.stopAnswering()
      const { body: held } = await createBuyer([pair(3)]).placeOrder(shop.url)
      // Longer than the job that ends holds takes to come round.
      await pause(11_000)
      expect((await readOrder(shop.url, held)).body.status).toBe('awaiting_payment')
      await shop.stop()
    },
  }
}
