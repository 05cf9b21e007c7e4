import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { firstAnswerRouter } from './first-answer.ts'

function appOf(): Hono {
  const app = new Hono({ router: firstAnswerRouter() })
  app.use('/packed/*', async (c, next) => {
    await next()
    c.res.headers.set('X-Packed', 'yes')
  })
  app.get('/tiles/:parent', (c) => c.text(`tile ${c.req.param('parent')}`))
  app.get('/packed/:name', (c) => c.text(`packed ${c.req.param('name')}`))
  app.post('/tiles/:parent', (c) => c.text('bought'))
  app.all('/tiles/*', (c) => c.text('no tile', 404))
  app.get('*', (c) => c.text(`page ${c.req.path}`))
  return app
}

it('answers with the first route that matches, after the middleware before it', async () => {
  const app = appOf()
  const says = async (path: string, method = 'GET') => (await app.request(path, { method })).text()
  expect(await says('/tiles/88?x=1')).toBe('tile 88')
  expect(await says('/tiles/88', 'POST')).toBe('bought')
  expect(await says('/tiles/88/more')).toBe('no tile')
  expect(await says('/tiles/88', 'PUT')).toBe('no tile')
  expect(await says('/anything/else')).toBe('page /anything/else')
  expect((await app.request('/anything', { method: 'PUT' })).status).toBe(404)
  const packed = await app.request('/packed/it')
  expect([await packed.text(), packed.headers.get('X-Packed')]).toEqual(['packed it', 'yes'])
})

it('matches a route without middleware alone, so that it is called without a promise', () => {
  const { router } = appOf()
  expect(router.match('GET', '/tiles/88')[0]).toHaveLength(1)
  expect(router.match('GET', '/packed/it')[0]).toHaveLength(2)
  expect(appOf().fetch(new Request('http://localhost/tiles/88'))).toBeInstanceOf(Response)
})
