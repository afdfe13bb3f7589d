import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { selfSigned } from '@viatu/daraja/simulator'
import { freePort, isListening } from '@viatu/vault/postgres'
import { debianProgram } from './debian-package.ts'

export interface Nginx {
  /** https://127.0.0.1:PORT, with a certificate that nobody knows. */
  url: string
  /** Its cache's folder. */
  cache: string
  serve(shopPorts: number[]): Promise<void>
  stop(): Promise<void>
}

/** Debian's nginx with the site of deploy/nginx.conf: only its addresses, its paths and its certificate are others. */
export async function createNginx(): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'viatu-nginx-'))
  const cache = join(home, 'cache')
  mkdirSync(cache)
  const { file, env } = debianProgram(home, ['nginx'], 'usr/sbin/nginx')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(join(home, 'shop.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(join(home, 'shop.pem'), selfSigned(privateKey, '127.0.0.1', new Date('2026-01-01')))
  const port = await freePort()
  let child: ChildProcess | undefined
  return {
    url: `https://127.0.0.1:${port}`,
    cache,
    serve: async (shopPorts) => {
      const servers = shopPorts.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=2s;\n`).join('')
      const site = replaced(readFileSync('deploy/nginx.conf', 'utf8'), [
        ['/var/cache/nginx/viatu', cache],
        ['    server 127.0.0.1:3000 max_fails=1 fail_timeout=2s;\n', servers],
        ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
        ['/etc/ssl/shop.example.com.pem', join(home, 'shop.pem')],
        ['/etc/ssl/shop.example.com.key', join(home, 'shop.key')],
      ])
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(home, name)};`)
      const user = process.getuid?.() === 0 ? 'user root;\n' : ''
      const config = `${user}daemon off;\nworker_processes 2;\npid ${home}/pid;\nerror_log ${home}/error.log;\nevents {}\nhttp {\naccess_log off;\n${folders.join('\n')}\n${site}}\n`
      writeFileSync(join(home, 'nginx.conf'), config)
      child = spawn(file, ['-e', `${home}/error.log`, '-p', home, '-c', join(home, 'nginx.conf')], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      for (let tries = 0; !(await isListening(port)); tries++) {
        if (child.exitCode !== null || tries > 200) throw new Error(`nginx did not start: ${readFileSync(join(home, 'error.log'), 'utf8')}`)
        await pause(50)
      }
    },
    stop: async () => {
      const running = child
      if (running && running.exitCode === null) await new Promise((settle) => running.once('exit', settle) && running.kill('SIGTERM'))
      await rm(home, { recursive: true, force: true })
    },
  }
}

function replaced(text: string, pairs: [string, string][]): string {
  return pairs.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}" any more`)
    return now.replace(from, () => to)
  }, text)
}
