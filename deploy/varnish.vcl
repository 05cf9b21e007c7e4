# Varnish before the page's proxies: it keeps held tiles, whose address names their content for ever, and passes on
# everything else. Nothing is ever purged: a tile that is bought again gets another address.
vcl 4.1;

import directors;

backend proxy1 {
  .host = "127.0.0.1";
  .port = "8080";
  # A purchase waits for the service.
  .first_byte_timeout = 300s;
  .between_bytes_timeout = 65s;
  .probe = {
    .request = "GET /readyz HTTP/1.1" "Host: localhost" "Connection: close";
    .interval = 1s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
  }
}

# One more backend and one more line for each further proxy.
sub vcl_init {
  new proxies = directors.round_robin();
  proxies.add_backend(proxy1);
}

sub vcl_recv {
  set req.backend_hint = proxies.backend();
  if (req.url ~ "^/(healthz|readyz)([?]|$)") {
    return (synth(404));
  }
  # Other spellings of an address (`/x/../`, `%64` for a d) lead to the same tile. Strangers could fill the cache with
  # copies.
  if (req.method == "GET"
      && req.url ~ "^/api/tiles/[0-9-]+/[0-9A-Za-z*._%-]+/[0-9]/[0-9a-f]{15}\?(currency=[A-Z]{3}&)?ledger=[0-9A-Za-z.-]+$"
      && req.url !~ "%(2[ADE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE]|.?[a-f])") {
    # Tiles are the same for everybody; where people sign in, the proxies call them private, and they are not kept.
    return (hash);
  }
  # Purchases stream figures as they are bought.
  return (pass);
}

# Without the host: the proxies serve one site, under any IP address too, and each name would get a copy of every tile.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    set beresp.do_stream = true;
    return (deliver);
  }
  # Not held yet, from a ledger other than the named one, or only for people who have signed in.
  if (beresp.status != 200 || beresp.http.Cache-Control !~ "public" || beresp.http.Cache-Control !~ "immutable") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    return (deliver);
  }
  unset beresp.http.Set-Cookie;
  set beresp.ttl = 365d;
  # Proxies may be down for a while.
  set beresp.grace = 7d;
}

sub vcl_deliver {
  # The id of the request that filled the cache belongs to somebody else.
  if (obj.hits > 0) {
    unset resp.http.X-Request-Id;
  }
}
