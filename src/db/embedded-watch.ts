/** Looks every second whether the server is up and has it started again when it is not, until the answer is called. */
export function watchServer(
  isUp: () => Promise<boolean>,
  raise: () => Promise<unknown>,
  log: (message: string, error?: unknown) => void,
): () => void {
  let isOver = false
  let timer: NodeJS.Timeout
  const wait = () => {
    // Alone it keeps no process alive.
    if (!isOver) timer = setTimeout(look, 1_000).unref()
  }
  const look = async () => {
    try {
      if (!(await isUp()) && !isOver) {
        log('PostgreSQL is gone: it is started again')
        await raise()
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
