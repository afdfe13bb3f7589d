/** Checks every second whether the server is up, and restarts it when it is not. The returned function stops the watch. */
export function watchServer(
  isUp: () => Promise<boolean>,
  restart: () => Promise<unknown>,
  log: (message: string, error?: unknown) => void,
): () => void {
  let isOver = false
  let timer: NodeJS.Timeout
  const wait = () => {
    // `unref`: this timer alone must not keep the process alive.
    if (!isOver) timer = setTimeout(look, 1_000).unref()
  }
  const look = async () => {
    try {
      if (!(await isUp()) && !isOver) {
        log('PostgreSQL is gone: it is started again')
        await restart()
      }
    } catch (error) {
      log('PostgreSQL could not be started again: that is tried once more', error)
    }
    wait()
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
