import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands } from '#server/viatu.ts'

/** As somebody types it after `npm run viatu --`. */
function viatu(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/viatu.ts', ...args], { encoding: 'utf8' })
  return { status, said: (stdout + stderr).trim() }
}

it('lists every command, each a program that is there', () => {
  const { status, said } = viatu()
  expect([status, Object.keys(commands).filter((name) => !said.includes(`\n  ${name} `))]).toEqual([0, []])
  expect(Object.values(commands).filter(([, program]) => !existsSync(program))).toEqual([])
})

it('refuses a command that it does not have, with the nearest name', () => {
  expect(viatu('restor')).toEqual({ status: 1, said: 'There is no command restor. Did you mean npx viatu restore?' })
  expect(viatu('constructor')).toEqual({ status: 1, said: 'There is no command constructor. npx viatu lists them all.' })
})

it("passes a command's arguments on, and ends as it does", () => {
  const how = 'Say whom: npx viatu admin someone@example.com [--demote | --sign-out]'
  expect(viatu('admin', 'a@example.com', '--all')).toEqual({ status: 1, said: how })
})
