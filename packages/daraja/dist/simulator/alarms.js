export function createAlarms() {
    const waiting = new Set();
    return {
        after: (ms, job) => {
            const timer = setTimeout(() => {
                waiting.delete(timer);
                job();
            }, ms);
            waiting.add(timer);
        },
        clear: () => {
            for (const timer of waiting)
                clearTimeout(timer);
            waiting.clear();
        },
    };
}
