import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ShopPages {
  /** `http://127.0.0.1:<port>`, without a closing slash. */
  readonly url: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  close(): void;
}

const STYLE = "<style>#late,#gone.off{display:none}.tall{height:3000px}</style>";

const PAGES: Readonly<Record<string, string>> = {
  "/": `<title>Shop</title>${STYLE}
    <h1>Cart</h1><p id="total">  Total:
      12 €</p>
    <button id="order" onclick="document.title='Ordered'">Place   order</button>
    <button class="twin">Remove</button><button class="twin">Remove</button>
    <button class="twin" style="display:none">Remove</button>
    <div id="box"><button>Inside</button></div>
    <label>Email <input id="email" name="mail"></label>
    <input name="terms" type="checkbox">
    <select name="country" aria-label="Country"><option value="de">Germany</option><option value="fr">France</option></select>
    <a href="/next">Next page</a> <a id="local" href="file:///etc/passwd">File</a>
    <button id="hover" onmouseover="this.textContent='Hovered'">Hover me</button>
    <button id="disabled" disabled>Pay</button>
    <div id="late">Here now</div><div id="gone">Going</div>
    <div class="tall"></div><p id="bottom">Bottom</p>
    <script>setTimeout(()=>{late.style.display='block';gone.className='off'},150)</script>`,
  "/next": "<title>Next</title><h1>Next page</h1>",
  "/deep/next": "<title>Deep</title><h1>Deep page</h1>",
  "/dialogs": `<title>Dialogs</title>
    <button onclick="out.textContent='said '+confirm('Sure?')+' '+prompt('Name?')">Ask</button><p id="out"></p>
    <script>alert('Welcome');addEventListener('beforeunload',event=>{event.preventDefault();event.returnValue='x'})</script>`,
  "/windows": `<title>Windows</title><button onclick="window.open('/next');done.textContent='opened'">Open</button><p id="done"></p>`,
  "/errors": `<title>Errors</title><script>
    for(let n=0;n<150;n++)console.error('error '+n+' '+'x'.repeat(3000));setTimeout(()=>{throw new Error('thrown')})</script>`,
  "/hung": "<title>Hung</title><button onclick='for(;;);'>Hang</button>",
  "/login": `<title>Sign in</title><form method="post" action="/session">
    <label>Name <input name="user"></label><label>Password <input name="password" type="password"></label>
    <button>Sign in</button></form>`,
  "/account": "<title>Account</title><h1>Hello</h1>",
};

/** What somebody who signs in is given. */
export const SESSION_COOKIE = "s3ss10n-0f-th3-sh0pp3r";

/** A few pages of a shop on a free port of this machine. */
export async function shopPages(): Promise<ShopPages> {
  const asked: string[] = [];
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    asked.push(request.url ?? "/");
    const html = (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
      response
        .writeHead(status, {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": "script-src 'unsafe-inline'",
          ...headers,
        })
        .end(`<!doctype html><link rel="icon" href="data:,">${body}`);
    if (path === "/never") return void waiting.add(response);
    if (path === "/download")
      return void response
        .writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment" })
        .end("zip");
    if (path === "/elsewhere") return void response.writeHead(302, { location: "/next" }).end();
    if (path === "/session")
      return void response
        .writeHead(302, {
          location: "/account",
          "set-cookie": `shop_session=${SESSION_COOKIE}; HttpOnly; Path=/`,
        })
        .end();
    if (path === "/account" && !(request.headers.cookie ?? "").includes(SESSION_COOKIE))
      return void html(401, "<title>Nobody</title><h1>Sign in first</h1>");
    const page = PAGES[path];
    html(page === undefined ? 404 : 200, page ?? "<title>Missing</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
