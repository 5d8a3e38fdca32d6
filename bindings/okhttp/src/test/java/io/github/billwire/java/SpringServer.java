package io.github.billwire.java;

import io.github.billwire.Reply;

import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

import java.util.List;
import java.util.Map;

/** The README's server. ReadmeTest compares the two. */
@RestController
abstract class SpringServer {
    abstract Reply credited(Map<String, List<String>> headers, byte[] body) throws Exception;

    @PostMapping("/webhook")
    ResponseEntity<String> webhook(
            @RequestHeader MultiValueMap<String, String> headers, @RequestBody byte[] body)
            throws Exception {
        Reply reply = credited(headers, body);
        return ResponseEntity.status(reply.getStatus())
                .headers(it -> reply.getHeaders().forEach(it::set))
                .body(reply.getBody());
    }
}
