import { readdirSync, readFileSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { join } from 'node:path'

/**
 * The baseline of serving a page: plain node:http with the compressed files of a folder, each under its name. All other requests, such as pictures, are
 * proxied to the shop.
 */
const [folder, shopUrl] = process.argv.slice(2) as [string, string]
const bodies = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]))

const server = createServer((request, response) => {
  const body = bodies.get(request.url as string)
  if (body)
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br', 'content-length': body.length }).end(body)
  get(`${shopUrl}${request.url}`, { headers: { ...request.headers, host: new URL(shopUrl).host } }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  }).once('error', () => response.writeHead(502).end())
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
process.once('SIGTERM', () => process.exit(0))
// The channel closes when the parent process exits.
process.once('disconnect', () => process.exit(0))
