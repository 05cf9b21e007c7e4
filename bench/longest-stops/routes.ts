import type { Env, Hono } from 'hono'
import { inspectRoutes } from 'hono/dev'
import { createProxyApp } from '../../src/proxy/app.ts'
import { createServiceApp } from '../../src/service/app.ts'

/** Returns the routes of the proxy, as `GET /api/period`, in the order of its table. */
export async function proxyRoutes(): Promise<string[]> {
  return routesOf(await createProxyApp(anything()))
}

/** Returns the routes of the service. */
export function serviceRoutes(): string[] {
  return routesOf(createServiceApp(anything()))
}

function routesOf<E extends Env>(app: Hono<E>): string[] {
  const handlers = inspectRoutes(app).filter(({ isMiddleware }) => !isMiddleware)
  const paths = new Set(handlers.flatMap(({ method, path }) => (method === 'ALL' ? [] : [path])))
  // Beside a route, ALL refuses the other methods.
  const own = handlers.filter(({ method, path }) => method !== 'ALL' || !paths.has(path))
  return [...new Set(own.map(({ method, path }) => `${method} ${path}`))]
}

/** Stands in for what an app needs; only its routes are looked at. Two parameters, as middleware has. */
function anything<Deps>(): Deps {
  const nothing: unknown = new Proxy((_context: unknown, _next: unknown) => nothing, {
    get: (target, name) => {
      if (name === Symbol.iterator) return () => [nothing].values()
      return isAsked(name) ? Reflect.get(target, name) : nothing
    },
  })
  return nothing as Deps
}

/** True for what is looked up on any value, to find out what it is. */
function isAsked(name: string | symbol): boolean {
  return typeof name === 'symbol' || name === 'then' || name === 'length' || name.startsWith('__')
}
